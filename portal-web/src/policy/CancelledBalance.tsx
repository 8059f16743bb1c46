import type { PolicyConfirmation } from '@tideline/sdk'
import { describeAmountDue } from '@tideline/web-kit/labels/amount-due.ts'
import { getToday } from '@tideline/web-kit/labels/labels.ts'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { AmountDueText } from '@tideline/web-kit/ui/AmountDueText.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useState } from 'react'

const CheckAddressDialog = lazyDialog(() => import('../payments/CheckAddressDialog.tsx'), 'CheckAddressDialog')

/**
 * The amount that a cancelled policy still owes for the time it was in force, or that will be refunded. It can be paid
 * only by check (BIL-9). Renders nothing if the balance is zero.
 */
export function CancelledBalance({ policy }: { policy: PolicyConfirmation }) {
  const [isAddressOpen, setIsAddressOpen] = useState(false)
  const due = describeAmountDue(policy, {
    today: getToday(new Date()),
    isInsured: policy.viewer.kind === 'insured',
  })
  if (!due) return null
  return (
    <>
      <AmountDueText due={due} />
      {policy.payableAmount > 0 && !policy.isBilledToLender && (
        <>
          <p>
            The payments did not cover the premium for the time the policy was in force. This amount can be paid by
            check only.
          </p>
          <div className="row">
            <Button variant="secondary" onClick={() => setIsAddressOpen(true)}>
              Pay by check
            </Button>
          </div>
        </>
      )}
      {isAddressOpen && <CheckAddressDialog policyNo={policy.policyNo} onClose={() => setIsAddressOpen(false)} />}
    </>
  )
}
