import type { PolicyConfirmation } from '@tideline/sdk'
import { money } from '@tideline/web-kit/formats/format.ts'
import { dueCountdown, todayOf } from '@tideline/web-kit/labels/labels.ts'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { signatureWord, tasksOf } from './tasks.ts'

interface TaskBoxProps {
  policy: PolicyConfirmation
  onStart: (start: 'sign' | 'pay') => void
}

const looks = {
  signed: { tone: 'success', icon: 'done', word: 'signed' },
  missing: { tone: 'warning', icon: 'sign', word: 'has not signed' },
  'not required': { tone: 'neutral', icon: 'minus', word: 'need not sign' },
} as const

function PartyBadge({ policy, party, name }: { policy: PolicyConfirmation; party: 1 | 2; name: string }) {
  const { tone, icon, word } = looks[signatureWord(policy, party)]
  return (
    <Badge tone={tone} icon={icon}>
      {name} {word}
    </Badge>
  )
}

function PaidBadge({ policy }: { policy: PolicyConfirmation }) {
  if (policy.isPaymentProcessing)
    return (
      <Badge tone="info" icon="clock">
        Bank payment of {money(policy.processingAmount)} on its way
      </Badge>
    )
  if (policy.isPaid || policy.currentlyDue <= 0)
    return (
      <Badge tone="success" icon="done">
        Paid
      </Badge>
    )
  return (
    <Badge tone={policy.isBilledToLender ? 'info' : 'warning'} icon={policy.isBilledToLender ? 'clock' : 'attention'}>
      {money(policy.currentlyDue)} {policy.isBilledToLender ? 'billed to the lender' : 'due'}
    </Badge>
  )
}

/** What has to be done next, and the one button that does it; a box of its own when nothing is left. */
export function TaskBox({ policy, onStart }: TaskBoxProps) {
  const { mustSign, label, reason } = tasksOf(policy)
  const badges = (
    <ul className="tasks-list">
      <li>
        <PartyBadge policy={policy} party={1} name="Agent" />
      </li>
      <li>
        <PartyBadge policy={policy} party={2} name="Insured" />
      </li>
      <li>
        <PaidBadge policy={policy} />
      </li>
    </ul>
  )
  if (!label)
    return (
      <Card className="tasks tasks-done stack" label="Tasks">
        <h2>Tasks Complete</h2>
        <p>
          {policy.isPaymentProcessing
            ? 'You have no more remaining tasks. It can take up to 4 business days until the bank payment arrives; the balance is due until then.'
            : 'You have no more remaining tasks'}
        </p>
        {badges}
      </Card>
    )
  return (
    <Card className="tasks stack" label="Tasks">
      <div className="tasks-row">
        <div className="stack-tight">
          <h2>Actions Required</h2>
          <p className="muted">{dueCountdown(policy.effectiveDate, todayOf(new Date()))}</p>
        </div>
        <div>
          <Button disabledReason={reason} onClick={() => onStart(mustSign ? 'sign' : 'pay')}>
            {label}
          </Button>
        </div>
      </div>
      {badges}
    </Card>
  )
}
