import { formatCount } from '@tideline/web-kit/formats/format.ts'
import { getCoverages } from '@tideline/web-kit/labels/coverages.ts'
import { Section } from '@tideline/web-kit/screen/Section.tsx'
import type { PolicyCard } from '../base/policy-card.ts'
import { usePolicyTransactions } from '../base/usePolicy.ts'
import { CoverageTable } from './CoverageTable.tsx'
import { CoverageTiles } from './CoverageTiles.tsx'

/** Card with the policy's coverages as of the latest transaction. */
export function CoveragesCard({ policyNo }: { policyNo: string }) {
  return (
    <Section
      title="Coverages"
      fold="collapsed"
      summary={(all) => {
        const last = all.at(-1)
        return last && formatCount(getCoverages(last).length, 'coverage')
      }}
      subject="the coverages"
      rows={6}
      query={usePolicyTransactions(policyNo)}
    >
      {(all) => {
        const last = all.at(-1)
        return (
          last && (
            <>
              <CoverageTiles transaction={last} />
              <CoverageTable transaction={last} />
            </>
          )
        )
      }}
    </Section>
  )
}

export const card: PolicyCard = { column: 'main', order: 90, NumberComponent: CoveragesCard }
