import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { text } from './text.ts'

/** Where a cancellation during the term begins for agents and insureds (decision 53); nothing else happens here. */
export function GuidanceDialog({ onClose }: { onClose: () => void }) {
  const { supportEmail, supportPhone } = useSettings()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text.guidanceTitle}
      size="small"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <p>{text.guidance}</p>
      <p>
        Call <a href={`tel:${supportPhone}`}>{supportPhone}</a> or write to{' '}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    </Dialog>
  )
}
