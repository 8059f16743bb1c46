import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { type FormEvent, useRef, useState } from 'react'
import { useWizard } from './useWizard.ts'
import { WizardView } from './WizardView.tsx'

const LeavePaymentDialog = lazyDialog(() => import('./LeavePaymentDialog.tsx'), 'LeavePaymentDialog')

interface WizardDialogProps {
  policyNo: string
  start: 'sign' | 'pay'
  onClose: () => void
}

const isTyped = ({ target }: FormEvent) =>
  target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox'

/**
 * Dialog with the wizard over the policy page. It cannot be closed during a charge. If the user has entered payment
 * data, which is not stored, closing asks for confirmation.
 */
export function WizardDialog({ policyNo, start, onClose }: WizardDialogProps) {
  const { snapshot, send } = useWizard(
    { policyNo, isModal: true, start: start === 'pay' ? 'payments' : 'documents' },
    onClose,
  )
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const hasTyped = useRef(false)
  const isPaying = snapshot.matches({ payments: 'loaded' })
  const isCharging =
    snapshot.matches({ payments: 'charging' }) && !snapshot.matches({ payments: { charging: 'outcome_unknown' } })
  const close = () => {
    if (isPaying && hasTyped.current) setIsDialogOpen(true)
    else onClose()
  }
  return (
    <>
      <Dialog
        open
        onOpenChange={(isOpen) => !isOpen && close()}
        title={`Complete policy ${policyNo}`}
        size="full"
        dismissable={!isCharging}
      >
        <div
          onInput={(event) => {
            if (isPaying && isTyped(event)) hasTyped.current = true
          }}
        >
          <WizardView snapshot={snapshot} send={send} onClose={onClose} />
        </div>
      </Dialog>
      {isDialogOpen && <LeavePaymentDialog onStay={() => setIsDialogOpen(false)} onLeave={onClose} />}
    </>
  )
}
