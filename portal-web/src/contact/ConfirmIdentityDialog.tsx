import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { ConfirmCodeForm } from '../signing/ConfirmCodeForm.tsx'
import { contactText } from './text.ts'

interface ConfirmIdentityDialogProps {
  title: string
  policyNo: string
  onConfirmed: () => void
  onBack: () => void
  onClose: () => void
}

/** Asks for the code emailed to the current address, if other people could have seen the log-in link. */
export const ConfirmIdentityDialog = ({
  title,
  policyNo,
  onConfirmed,
  onBack,
  onClose,
}: ConfirmIdentityDialogProps) => (
  <Dialog open onOpenChange={onClose} title={title}>
    <ConfirmCodeForm policyNo={policyNo} why={contactText.whyCode} onConfirmed={onConfirmed} onBack={onBack} />
  </Dialog>
)
