import { formatCount } from '@tideline/web-kit/formats/format.ts'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Section } from '@tideline/web-kit/screen/Section.tsx'
import { useState } from 'react'
import type { PolicyCard } from '../base/policy-card.ts'
import { usePolicyTransactions } from '../base/usePolicy.ts'
import { TransactionGrid } from './TransactionGrid.tsx'
import { getTransactionRows, type TransactionRow } from './transaction-rows.ts'
import './transactions.css'

const EndorsementDialog = lazyDialog(() => import('./EndorsementDialog.tsx'), 'EndorsementDialog')

/**
 * Card with all transactions of the policy. Users can view each endorsement; grouped endorsements are viewed as a
 * group.
 */
export function TransactionsCard({ policyNo }: { policyNo: string }) {
  const transactions = usePolicyTransactions(policyNo)
  const [viewed, setViewed] = useState<TransactionRow>()
  return (
    <>
      <Section
        title="Transactions"
        fold="collapsed"
        summary={(all) => formatCount(getTransactionRows(all).length, 'transaction')}
        subject="the transactions"
        query={transactions}
        empty={(all) => (getTransactionRows(all).length === 0 ? 'There are no transactions on this policy' : undefined)}
      >
        {(all) => (
          // Makes the table focusable, so that keyboard users can scroll it sideways if it is wider than the card.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the region
          <section className="transactions-grid" aria-label="All transactions" tabIndex={0}>
            <TransactionGrid caption="Transactions" rows={getTransactionRows(all)} onView={setViewed} />
          </section>
        )}
      </Section>
      {viewed && transactions.data && (
        <EndorsementDialog
          policyNo={policyNo}
          row={viewed}
          all={transactions.data}
          onClose={() => setViewed(undefined)}
        />
      )}
    </>
  )
}

export const card: PolicyCard = { column: 'main', order: 100, NumberComponent: TransactionsCard }
