import type { PolicyDetails } from '@tideline/sdk'
import { getProductName } from '@tideline/sdk/words'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { describeDeadlines } from '@tideline/web-kit/labels/amount-due.ts'
import { getPolicyholderStatus, getToday } from '@tideline/web-kit/labels/labels.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { AmountDueText } from '@tideline/web-kit/ui/AmountDueText.tsx'
import { Badge, type BadgeTone } from '@tideline/web-kit/ui/Badge.tsx'
import { ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Icon, type IconName } from '@tideline/web-kit/ui/Icon.tsx'
import { StatusTag } from '@tideline/web-kit/ui/StatusTag.tsx'
import { PolicyMap } from '../summary/PolicyMap.tsx'
import { describePolicyholderAmount, getPolicyholderTasks, getPolicyNeeds, type PolicyNeed } from './policy-needs.ts'

/** Returns when coverage starts or ends. Returns undefined if the policy is cancelled. */
function getCoverage({ inceptionDate, expirationDate, isCancelled, isExpired, isPendingCancel }: PolicyDetails) {
  if (isCancelled) return undefined
  if (isExpired) return `Ended ${formatDate(expirationDate)}`
  if (isPendingCancel) return 'Cancellation requested'
  return inceptionDate > getToday(new Date())
    ? `Starts ${formatDate(inceptionDate)}`
    : `Covered until ${formatDate(expirationDate)}`
}

const buttons = { sign: 'Sign', pay: 'Pay' } as const

/** The mark of each need, beside the status. */
const needMarks: Record<PolicyNeed, { text: string; tone: BadgeTone; icon: IconName }> = {
  pastDue: { text: 'Past due', tone: 'danger', icon: 'attention' },
  cancellationNotice: { text: 'Cancellation notice', tone: 'danger', icon: 'warning' },
  renewalHold: { text: 'Renewal on hold', tone: 'warning', icon: 'warning' },
  signature: { text: 'Signature needed', tone: 'warning', icon: 'sign' },
  payment: { text: 'Payment due', tone: 'warning', icon: 'money' },
}

/** Shows the status of the policy, and a mark for everything that it needs. */
const StatusRow = ({ policy }: { policy: PolicyDetails }) => (
  <ul className="policy-card-marks" aria-label="Status">
    <li>
      <StatusTag status={getPolicyholderStatus(policy)} />
    </li>
    {getPolicyNeeds(policy).map((need) => {
      const { text, tone, icon } = needMarks[need]
      return (
        <li key={need}>
          <Badge tone={tone} icon={icon}>
            {text}
          </Badge>
        </li>
      )
    })}
  </ul>
)

/** Shows the amount due with its due date, or that the policy is paid in full. */
function AmountRow({ policy }: { policy: PolicyDetails }) {
  const due = describePolicyholderAmount(policy, getToday(new Date()))
  if (due) return <AmountDueText due={due} />
  return policy.isCancelled ? null : (
    <p className="policy-card-note">
      <Icon name="done" />
      Paid in full
    </p>
  )
}

/**
 * Card for one policy: property, status, marks for what it needs, amount due with its date, and one main button (UI-13).
 * The list sets `note` only for the first of several policies at an address.
 */
export function PolicyCard({ policy, note }: { policy: PolicyDetails; note: string | undefined }) {
  const { policyNo, productId, address, insuredName, totalPremium, geocode = null } = policy
  const tasks = getPolicyholderTasks(policy)
  const [task] = tasks
  const label = [
    tasks.map((one) => buttons[one]).join(' & '),
    ...(tasks.includes('pay') ? [formatMoney(policy.payableAmount)] : []),
  ].join(' ')
  const needs = getPolicyNeeds(policy)
  const coverage = getCoverage(policy)
  return (
    <Card as="article" className={needs.length > 0 ? 'policy-card policy-card-needed' : 'policy-card'} label={policyNo}>
      <div className="policy-card-head">
        <PolicyMap
          location={{ geocode, polygon: null }}
          height={80}
          zoom={20}
          label={`Map of ${address}`}
          canAct={false}
          hasScale={false}
        />
        <div>
          <h2>{address}</h2>
          <p className="muted small">
            {policyNo} · {getProductName(productId)}
          </p>
          <p className="muted small">{insuredName}</p>
          {note && <p className="muted small">{note}</p>}
        </div>
      </div>
      <StatusRow policy={policy} />
      <AmountRow policy={policy} />
      {policy.isCancelled && policy.payableAmount > 0 && (
        <p className="muted small">Pay this amount by check. The policy page shows the address.</p>
      )}
      {describeDeadlines(policy, { isInsured: true }).map((text) => (
        <p key={text} className="policy-card-note policy-card-deadline">
          <Icon name="warning" />
          {text}
        </p>
      ))}
      <div className="policy-card-end">
        <p className="policy-card-premium">
          {coverage && <span>{coverage}</span>}
          <span>Premium {formatMoney(totalPremium)}</span>
        </p>
        {task && (
          <ButtonLink block to={paths.policyholderPolicy(policyNo, task)} aria-label={`${label} policy ${policyNo}`}>
            {label}
          </ButtonLink>
        )}
        <ButtonLink
          block
          variant={task ? 'quiet' : 'secondary'}
          to={paths.policyholderPolicy(policyNo)}
          aria-label={`View policy detail, ${policyNo}`}
        >
          View policy detail
        </ButtonLink>
      </div>
    </Card>
  )
}
