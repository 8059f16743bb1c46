import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { ConfirmCodeForm } from '../signing/ConfirmCodeForm.tsx'
import { mortgageeText } from './text.ts'

interface ConfirmIdentityProps {
  policyNo: string
  onConfirmed: () => void
  onBack: () => void
}

/** Asks for the code emailed to the address on file, if other people could have seen the log-in link. */
export const ConfirmIdentity = ({ policyNo, onConfirmed, onBack }: ConfirmIdentityProps) => (
  <Dialog open onOpenChange={onBack} title="Confirm your identity">
    <ConfirmCodeForm policyNo={policyNo} why={mortgageeText.whyCode} onConfirmed={onConfirmed} onBack={onBack} />
  </Dialog>
)
