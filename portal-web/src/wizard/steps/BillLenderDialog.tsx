import type { Lienholder } from '@tideline/sdk'
import { ConfirmDialog } from '@tideline/web-kit/ui/ConfirmDialog.tsx'
import type { paymentText } from '../../payments/text.ts'

interface BillLenderDialogProps {
  lender: Pick<Lienholder, 'name1' | 'reference'> | undefined
  amount: string
  texts: (typeof paymentText.pay.lenderTexts)['insured' | 'others']
  onBill: () => void
  onClose: () => void
}

/** Dialog that confirms the lender, loan, and amount before the lender is billed. */
export const BillLenderDialog = ({ lender, amount, texts, onBill, onClose }: BillLenderDialogProps) => (
  <ConfirmDialog
    open
    onOpenChange={onClose}
    title={`Bill ${lender?.name1 ?? texts.lender}?`}
    confirmLabel="Send the bill"
    onConfirm={onBill}
  >
    <p>
      {lender?.name1 ?? texts.lender} will be billed {amount}
      {lender?.reference && ` for loan ${lender.reference}`}. Nothing is charged now. The policy isn’t paid until the
      lender pays.
    </p>
  </ConfirmDialog>
)
