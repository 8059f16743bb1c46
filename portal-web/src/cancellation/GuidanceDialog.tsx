import { formatPhone } from '@tideline/web-kit/formats/format.ts'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { startChat } from '../base/chat.ts'
import { cancellationText } from './text.ts'

/**
 * A dialog that explains how agents and policyholders can request a cancellation during the term (CAN-8). The dialog
 * does not change the policy.
 */
export function CancellationGuidanceDialog({ policyNo, onClose }: { policyNo: string; onClose: () => void }) {
  const settings = useSettings()
  const { supportEmail, supportPhone } = settings
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={cancellationText.guidanceTitle}
      size="small"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            onClick={() => {
              void startChat(settings, { policyNo, page: window.location.href })
              onClose()
            }}
          >
            Start Chat
          </Button>
        </>
      }
    >
      <p>{cancellationText.guidance}</p>
      <p>
        You can also call <a href={`tel:${supportPhone}`}>{formatPhone(supportPhone)}</a> or write to{' '}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    </Dialog>
  )
}
