import type { PolicyDetails } from '@tideline/sdk'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { getPolicyholderStatus, getToday } from '@tideline/web-kit/labels/labels.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { StatusTag } from '@tideline/web-kit/ui/StatusTag.tsx'
import { PolicyMap } from '../summary/PolicyMap.tsx'
import { getRemainingSteps } from './next-step.ts'

/** Returns when coverage starts or ends, or undefined if the policy is cancelled or expired. */
function getCoverage({ inceptionDate, expirationDate, isCancelled, isExpired, isPendingCancel }: PolicyDetails) {
  if (isCancelled || isExpired) return undefined
  if (isPendingCancel) return 'Cancellation requested'
  return inceptionDate > getToday(new Date())
    ? `Starts ${formatDate(inceptionDate)}`
    : `Until ${formatDate(expirationDate)}`
}

const buttons = { sign: 'Sign', pay: 'Pay' } as const

/** Returns the insured's tasks. A policy that is cancelled or pending cancellation has none. */
const tasksFor = (policy: PolicyDetails) =>
  policy.isCancelled || policy.isPendingCancel ? [] : getRemainingSteps(policy)

/** Returns the due date of a payment, or states who pays or that a payment is processing. */
function getDueFact({ dueDate, dueState, isPaymentProcessing, isBilledToLender }: PolicyDetails) {
  if (isPaymentProcessing) return { label: 'Payment', value: 'Processing' }
  if (isBilledToLender) return { label: 'Billed to', value: 'Your lender' }
  if (dueDate && dueState === 'pastDue')
    return { label: 'Past due since', value: <span className="policy-card-past-due">{formatDate(dueDate)}</span> }
  return { label: 'Due date', value: formatDate(dueDate) }
}

/**
 * Card for one policy: property, premium, status, amount due, and next task. The list sets `note` only for the first of
 * several policies at an address.
 */
export function PolicyCard({ policy, note }: { policy: PolicyDetails; note: string | undefined }) {
  const { policyNo, address, insuredName, totalPremium, currentlyDue, geocode = null } = policy
  const tasks = tasksFor(policy)
  const [task] = tasks
  const label = tasks.map((one) => buttons[one]).join(' & ')
  return (
    <Card as="article" className="stack" label={policyNo}>
      <div className="policy-card-head">
        <PolicyMap
          location={{ geocode, polygon: null }}
          height={88}
          zoom={20}
          label={`Map of ${address}`}
          canAct={false}
          hasScale={false}
        />
        <div>
          <h2>{address}</h2>
          <p className="muted">{insuredName}</p>
          {note && <p className="muted small">{note}</p>}
        </div>
      </div>
      <DetailList
        facts={[
          { label: 'Policy Number', value: policyNo },
          { label: 'Premium', value: formatMoney(totalPremium), isNumber: true },
          { label: 'Status', value: <StatusTag status={getPolicyholderStatus(policy)} /> },
          { label: 'Coverage', value: getCoverage(policy) },
          ...(currentlyDue > 0
            ? [{ label: 'Amount due', value: formatMoney(currentlyDue), isNumber: true }, getDueFact(policy)]
            : []),
          { label: 'To do', value: tasks.includes('sign') ? 'Your signature is missing' : undefined },
        ]}
      />
      {task && (
        <ButtonLink block to={paths.policyholderPolicy(policyNo, task)} aria-label={`${label} policy ${policyNo}`}>
          {label}
        </ButtonLink>
      )}
      <ButtonLink
        block
        variant="secondary"
        to={paths.policyholderPolicy(policyNo)}
        aria-label={`View policy detail, ${policyNo}`}
      >
        View policy detail
      </ButtonLink>
    </Card>
  )
}
