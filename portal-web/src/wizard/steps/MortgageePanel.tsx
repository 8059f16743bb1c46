import { money } from '@tideline/web-kit/formats/format.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { whyNotOf } from '../../base/may-of.ts'
import { amountToPay } from '../../payments/fee-basis.ts'
import { policyOf } from '../wizard.ts'
import { PayBar } from './PayBar.tsx'
import type { PanelProps } from './panel.ts'

/** Sends the bill to the first lienholder; nothing is charged here. */
export function MortgageePanel({ snapshot, send, isOpen, isBusy }: PanelProps) {
  const { context } = snapshot
  const policy = policyOf(context)
  const amount = money(amountToPay(policy))
  const isOwn = policy.viewer.kind === 'insured'
  return (
    <div className="stack">
      <p>
        We send the bill of <strong>{amount}</strong> to{' '}
        {isOwn ? 'your mortgage lender' : 'the mortgage lienholder of this policy'}. Nothing is charged now; the policy
        stays unpaid until the lender has paid.
      </p>
      {isOpen && context.problem && <Alert tone="error">{context.problem}</Alert>}
      {isOpen && (
        <PayBar>
          <Button
            busy={isBusy}
            busyLabel="Sending…"
            disabledReason={whyNotOf(policy, 'billToMortgagee')}
            onClick={() => send({ type: 'ON_MAKE_MORTGAGEE_PAYMENT' })}
          >
            Bill {isOwn ? 'my lender' : 'the lienholder'} {amount}
          </Button>
        </PayBar>
      )}
    </div>
  )
}
