import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { useWizard } from './useWizard.ts'
import { WizardView } from './WizardView.tsx'

interface WizardDialogProps {
  policyNo: string
  start: 'sign' | 'pay'
  onClose: () => void
}

/** The wizard over the policy page. While a charge is under way it cannot be closed by accident. */
export function WizardDialog({ policyNo, start, onClose }: WizardDialogProps) {
  const { snapshot, send } = useWizard(
    { policyNo, isModal: true, start: start === 'pay' ? 'payments' : 'documents' },
    onClose,
  )
  const isCharging =
    snapshot.matches({ payments: 'charging' }) && !snapshot.matches({ payments: { charging: 'unanswered' } })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Complete policy ${policyNo}`}
      size="full"
      dismissable={!isCharging}
    >
      <WizardView snapshot={snapshot} send={send} onClose={onClose} />
    </Dialog>
  )
}
