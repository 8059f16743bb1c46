import type { PolicyConfirmation } from '@tideline/sdk'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'

/** Key facts about the policy in one line. */
export function PolicyFactsStrip({ policy }: { policy: PolicyConfirmation }) {
  const { totalPremium, totalDue, inceptionDate, expirationDate, insuredName, producerName, agencyNo, viewer } = policy
  const facts = [
    ['Premium', formatMoney(totalPremium)],
    ['Balance', formatMoney(totalDue)],
    ['Period', `${formatDate(inceptionDate)} – ${formatDate(expirationDate)}`],
    ['Insured', insuredName],
    [viewer.kind === 'insured' ? 'Your agent' : 'Agent', producerName ?? agencyNo],
  ] as const
  return (
    <dl className="policy-strip" aria-label="In short">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
