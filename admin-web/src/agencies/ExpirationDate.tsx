import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { getToday } from '@tideline/web-kit/labels/labels.ts'
import { IconChip } from '../kit/tables/StateChip.tsx'
import { getExpirationWarning } from './labels.ts'

const getText = (state: 'expired' | number) => {
  if (state === 'expired') return 'Expired'
  if (state === 0) return 'Expires today'
  return state === 1 ? 'Expires tomorrow' : `Expires in ${state} days`
}

/** The expiration date of a license or E&O coverage. Shows a warning if the date has passed or is near. */
export function ExpirationDate({ date }: { date: string | null | undefined }) {
  const state = getExpirationWarning(date, getToday(new Date()))
  return (
    <>
      {formatDate(date)}{' '}
      {state === undefined ? null : (
        <IconChip word={getText(state)} color={state === 'expired' ? 'error' : 'warning'} icon="warning" />
      )}
    </>
  )
}
