import { useQuery } from '@tanstack/react-query'
import { getPolicyLiensOptions } from '@tideline/sdk/query'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { useState } from 'react'
import { getDenialReason } from '../../base/policy-permissions.ts'
import { getAmountToPay } from '../../payments/fee-basis.ts'
import { paymentText } from '../../payments/text.ts'
import { getPolicy } from '../wizard.ts'
import { PayButton } from './PayButton.tsx'
import { PaymentErrorAlert } from './PaymentErrorAlert.tsx'
import type { PanelProps } from './panel.ts'

const BillLenderDialog = lazyDialog(() => import('./BillLenderDialog.tsx'), 'BillLenderDialog')

/** Panel that bills the first lienholder. The payer sees and confirms the lienholder and is not charged. */
export function MortgageePanel({ snapshot, send, isOpen, isBusy, problem }: PanelProps) {
  const { context } = snapshot
  const policy = getPolicy(context)
  const { policyNo, isBilledToLender } = policy
  const amount = formatMoney(getAmountToPay(policy))
  const texts = paymentText.pay.lenderTexts[policy.viewer.kind === 'insured' ? 'insured' : 'others']
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const liens = useQuery({
    ...getPolicyLiensOptions({ client: api.client, path: { policyNo } }),
    // If the session has expired, the error is shown when the lender is billed (ACC-11).
    meta: { errors: 'own' },
  })
  const lender = liens.data?.payload[0]
  const bill = () => send({ type: 'ON_MAKE_MORTGAGEE_PAYMENT' })
  const whyNot = getDenialReason(policy, 'billToMortgagee')
  return (
    <div className="stack">
      <QueryState query={liens} lines={2} label="Loading the lender" problem="The lender could not be loaded" />
      {lender && (
        <DetailList
          facts={[
            { label: texts.name, value: lender.name1 },
            { label: 'Loan number', value: lender.reference },
            { label: 'Amount', value: amount, isNumber: true },
          ]}
        />
      )}
      <p>{isBilledToLender ? texts.billed : texts.sends(amount)}</p>
      {problem && <PaymentErrorAlert>{problem}</PaymentErrorAlert>}
      {isOpen && (
        <PayButton>
          <Button
            busy={isBusy}
            busyLabel="Sending…"
            disabledReason={whyNot && liens.isSuccess && !lender ? (texts.none ?? whyNot) : whyNot}
            onClick={isBilledToLender ? bill : () => setIsDialogOpen(true)}
          >
            {isBilledToLender ? texts.done : texts.bill(amount)}
          </Button>
        </PayButton>
      )}
      {isDialogOpen && (
        <BillLenderDialog
          lender={lender}
          amount={amount}
          texts={texts}
          onClose={() => setIsDialogOpen(false)}
          onBill={() => {
            setIsDialogOpen(false)
            bill()
          }}
        />
      )}
    </div>
  )
}
