import type { RenewalChange } from '@tideline/sdk'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'

const describeChange = ({ changes, coverages }: RenewalChange) =>
  changes
    .map((name) => {
      const coverage = coverages.find(({ code }) => name === `coverage ${code}`)
      return coverage ? `${name} ${formatMoney(coverage.limit)}` : name
    })
    .join(', ')

/**
 * Lists the changes that an endorsement makes to a renewal that is already bound. Renders nothing if there are none.
 */
export function RenewalChangeSection({ renewal }: { renewal: RenewalChange | null }) {
  if (!renewal) return null
  return (
    <section aria-label="Renewal">
      <h3>Renewal</h3>
      <p>This endorsement also changes the renewal that is already bound.</p>
      <DetailList
        facts={[
          { label: 'Renewal policy', value: renewal.policyNo },
          { label: 'Effective Date', value: formatDate(renewal.effectiveDate) },
          { label: 'Changes', value: describeChange(renewal) },
          { label: 'Renewal total', value: formatMoney(renewal.totalPremium), isNumber: true },
          { label: 'Change', value: formatMoney(renewal.change), isNumber: true },
        ]}
      />
    </section>
  )
}
