import { NoticeDialog } from '@tideline/web-kit/screen/NoticeDialog.tsx'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { text } from './text.ts'

/** Where a cancellation during the term begins for agents and insureds (decision 53); nothing else happens here. */
export function GuidanceDialog({ onClose }: { onClose: () => void }) {
  const { supportEmail, supportPhone } = useSettings()
  return (
    <NoticeDialog title={text.guidanceTitle} okLabel="Close" onClose={onClose}>
      <p>{text.guidance}</p>
      <p>
        Call <a href={`tel:${supportPhone}`}>{supportPhone}</a> or write to{' '}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    </NoticeDialog>
  )
}
