import type { PolicyConfirmation } from '@tideline/sdk'
import { day } from '@tideline/web-kit/formats/format.ts'
import { IconButton } from '@tideline/web-kit/ui/IconButton.tsx'
import { lazy, Suspense, useState } from 'react'
import { mayOpenInceptionDate } from './inception-date.ts'

const InceptionDateDialog = lazy(() =>
  import('./InceptionDateDialog.tsx').then(({ InceptionDateDialog }) => ({ default: InceptionDateDialog })),
)

/** The inception date, with its edit icon where it may be changed. */
export function InceptionDate({ policy }: { policy: PolicyConfirmation }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {day(policy.inceptionDate)}{' '}
      {mayOpenInceptionDate(policy) && (
        <IconButton label="Change the inception date" icon="edit" onClick={() => setIsOpen(true)} />
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <InceptionDateDialog policy={policy} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
