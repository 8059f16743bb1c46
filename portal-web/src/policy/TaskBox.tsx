import type { PolicyConfirmation } from '@tideline/sdk'
import { Party } from '@tideline/sdk/words'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { describeAmountDue } from '@tideline/web-kit/labels/amount-due.ts'
import { formatDueCountdown, getToday } from '@tideline/web-kit/labels/labels.ts'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { getDenialReason } from '../base/policy-permissions.ts'
import { getProcessingPaymentKind } from '../base/processing-payment.ts'
import { useAutoPay } from '../payments/useAutoPay.ts'
import { areTasksComplete, getPolicyTasks, getSignatureState, getTaskDueDate } from './policy-tasks.ts'

interface TaskBoxProps {
  policy: PolicyConfirmation
  onStart: (start: 'sign' | 'pay') => void
}

const looks = {
  signed: { tone: 'success', icon: 'done', word: 'signed' },
  missing: { tone: 'warning', icon: 'sign', word: 'has not signed' },
  'not required': { tone: 'neutral', icon: 'minus', word: 'need not sign' },
} as const

/** Returns the label of a signing party. Policyholders are addressed as "You"; other viewers see the party's role. */
const getName = ({ viewer }: PolicyConfirmation, party: Party) => {
  if (viewer.kind === 'insured') return party === Party.agent ? 'Your agent' : 'You'
  return party === Party.agent ? 'Agent' : 'Insured'
}

function PartyBadge({ policy, party }: { policy: PolicyConfirmation; party: Party }) {
  const { tone, icon, word } = looks[getSignatureState(policy, party)]
  const name = getName(policy, party)
  return (
    <Badge tone={tone} icon={icon}>
      {name} {name === 'You' ? word.replace('has', 'have') : word}
    </Badge>
  )
}

function PaidBadge({ policy }: { policy: PolicyConfirmation }) {
  const { charge } = useAutoPay(policy)
  if (getProcessingPaymentKind(policy) === 'card')
    return (
      <Badge tone="warning" icon="clock">
        Card payment of {formatMoney(policy.processingAmount)} not confirmed
      </Badge>
    )
  const due = describeAmountDue(policy, {
    today: getToday(new Date()),
    isInsured: policy.viewer.kind === 'insured',
    charge,
  })
  if (!due || due.state === 'credit')
    return (
      <Badge tone="success" icon="done">
        Paid
      </Badge>
    )
  return (
    <Badge tone={due.tone} icon={due.icon}>
      {due.text}
    </Badge>
  )
}

/** Badges that show the status of the signatures and the payment. */
const Badges = ({ policy }: { policy: PolicyConfirmation }) => (
  <ul className="tasks-list">
    <li>
      <PartyBadge policy={policy} party={1} />
    </li>
    <li>
      <PartyBadge policy={policy} party={2} />
    </li>
    <li>
      <PaidBadge policy={policy} />
    </li>
  </ul>
)

/** Box with the open tasks, their due date, and their buttons. Renders nothing if no task is left. */
export function OpenTasksBox({ policy, onStart }: TaskBoxProps) {
  const { label, mustSign, mustPay } = getPolicyTasks(policy)
  if (!label) return null
  return (
    <Card className="tasks" label="Tasks">
      <div className="tasks-row">
        <div className="stack-tight">
          <div className="tasks-title">
            <h2>Actions Required</h2>
            <p className="muted">{formatDueCountdown(getTaskDueDate(policy), getToday(new Date()))}</p>
          </div>
          <Badges policy={policy} />
        </div>
        <div className="row">
          <Button
            variant="secondary"
            disabledReason={
              getDenialReason(policy, 'sign') ?? (mustSign ? undefined : 'You have nothing left to sign.')
            }
            onClick={() => onStart('sign')}
          >
            Document Signing
          </Button>
          <Button
            variant="secondary"
            disabledReason={mustPay ? getDenialReason(policy, 'pay') : 'Nothing is due.'}
            onClick={() => onStart('pay')}
          >
            Payment
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** Shows that all tasks are complete. Staff cannot sign, so they see this message after both parties have signed. */
export function TasksCompleteNotice({ policy }: { policy: PolicyConfirmation }) {
  if (!areTasksComplete(policy)) return null
  return (
    <section className="stack-tight" aria-label="Tasks">
      <h3>Tasks Complete</h3>
      <p>
        {policy.isPaymentProcessing
          ? 'You have no more remaining tasks. The bank payment can take up to 4 business days to clear. The balance stays due until then.'
          : 'You have no more remaining tasks'}
      </p>
      <Badges policy={policy} />
    </section>
  )
}
