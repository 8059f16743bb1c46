import type { PolicyConfirmation, PolicyTransaction } from '@tideline/sdk'
import { formatDate, formatWholeDollars } from '@tideline/web-kit/formats/format.ts'
import { getCoverages } from '@tideline/web-kit/labels/coverages.ts'

/** Number of coverages in the strip. The section Coverages lists all of them. */
const shownCoverages = 2

/** Coverage limits, deductible, period and contacts in one line (UI-12). */
export function PolicyFactsStrip({
  policy,
  transaction,
}: {
  policy: PolicyConfirmation
  /** The latest transaction. Undefined if it could not be loaded. */
  transaction: PolicyTransaction | undefined
}) {
  const { inceptionDate, expirationDate, insuredName, producerName, agencyNo, viewer } = policy
  const isInsured = viewer.kind === 'insured'
  const coverages = transaction ? getCoverages(transaction).slice(0, shownCoverages) : []
  const facts = [
    ...coverages.map(({ name, limit }) => [name, limit] as const),
    ...(transaction?.deductible ? [['Deductible', formatWholeDollars(transaction.deductible)] as const] : []),
    ['Period', `${formatDate(inceptionDate)} – ${formatDate(expirationDate)}`] as const,
    ...(isInsured ? [] : [['Insured', insuredName] as const]),
    [isInsured ? 'Your agent' : 'Agent', producerName ?? agencyNo] as const,
  ]
  return (
    <dl className={isInsured ? 'policy-strip policy-strip-insured' : 'policy-strip'} aria-label="At a glance">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
