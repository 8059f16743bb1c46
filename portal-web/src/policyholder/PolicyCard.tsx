import type { PolicyDetails } from '@tideline/sdk'
import { getProductName } from '@tideline/sdk/words'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { describeAmountDue, describeDeadlines } from '@tideline/web-kit/labels/amount-due.ts'
import { getPolicyholderStatus, getToday } from '@tideline/web-kit/labels/labels.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { AmountDueText } from '@tideline/web-kit/ui/AmountDueText.tsx'
import { ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { StatusTag } from '@tideline/web-kit/ui/StatusTag.tsx'
import { PolicyMap } from '../summary/PolicyMap.tsx'
import { getRemainingSteps } from './next-step.ts'

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

/** Returns the insured's tasks. A policy that is cancelled or pending cancellation has none. */
const getTasks = (policy: PolicyDetails) =>
  policy.isCancelled || policy.isPendingCancel ? [] : getRemainingSteps(policy)

/** Shows the amount due with its due date, or that the policy is paid in full. */
function AmountRow({ policy }: { policy: PolicyDetails }) {
  const due = describeAmountDue(policy, { today: getToday(new Date()), isInsured: true })
  if (due) return <AmountDueText due={due} />
  return policy.isCancelled ? null : (
    <p className="policy-card-note">
      <Icon name="done" />
      Paid in full
    </p>
  )
}

/** Shows the payment deadlines, and a reminder if the policyholder's signature is missing. */
function Notes({ policy, mustSign }: { policy: PolicyDetails; mustSign: boolean }) {
  return (
    <>
      {describeDeadlines(policy, { isInsured: true }).map((text) => (
        <p key={text} className="policy-card-note policy-card-deadline">
          <Icon name="warning" />
          {text}
        </p>
      ))}
      {mustSign && (
        <p className="policy-card-note">
          <Icon name="sign" />
          Your signature is missing
        </p>
      )}
    </>
  )
}

/**
 * Card for one policy: property, status, amount due with its date, and one main button. The list sets `note` only for
 * the first of several policies at an address.
 */
export function PolicyCard({ policy, note }: { policy: PolicyDetails; note: string | undefined }) {
  const { policyNo, productId, address, insuredName, totalPremium, geocode = null } = policy
  const tasks = getTasks(policy)
  const [task] = tasks
  const label = tasks.map((one) => buttons[one]).join(' & ')
  return (
    <Card as="article" className="policy-card" label={policyNo}>
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
      <p className="policy-card-status">
        <StatusTag status={getPolicyholderStatus(policy)} />
        <span>{getCoverage(policy)}</span>
      </p>
      <AmountRow policy={policy} />
      <Notes policy={policy} mustSign={tasks.includes('sign')} />
      <div className="policy-card-end">
        <DetailList facts={[{ label: 'Premium', value: formatMoney(totalPremium), isNumber: true }]} />
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
