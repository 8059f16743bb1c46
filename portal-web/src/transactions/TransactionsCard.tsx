import { QueryFace } from '@tideline/web-kit/screen/QueryFace.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { lazy, Suspense, useState } from 'react'
import { useTransactions } from '../base/usePolicy.ts'
import { rowsOf, type TransactionRow } from './rows.ts'
import { TransactionGrid } from './TransactionGrid.tsx'
import './transactions.css'

const EndorsementDialog = lazy(() =>
  import('./EndorsementDialog.tsx').then(({ EndorsementDialog }) => ({ default: EndorsementDialog })),
)

/** Every transaction of the policy; endorsements can be looked into, grouped ones by group. */
export function TransactionsCard({ policyNo }: { policyNo: string }) {
  const transactions = useTransactions(policyNo)
  const [viewed, setViewed] = useState<TransactionRow>()
  const rows = rowsOf(transactions.data ?? [])
  return (
    <Card title="Transactions">
      <QueryFace
        query={transactions}
        lines={4}
        label="Loading the transactions"
        problem="The transactions could not be loaded"
      />
      {transactions.data && rows.length === 0 && <EmptyState title="There are no transactions on this policy" />}
      {rows.length > 0 && (
        // Read by keyboard, too: what scrolls takes the focus.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable
        <section className="transactions-grid" aria-label="All transactions" tabIndex={0}>
          <TransactionGrid caption="Transactions" rows={rows} onView={setViewed} />
        </section>
      )}
      {viewed && transactions.data && (
        <Suspense fallback={null}>
          <EndorsementDialog
            policyNo={policyNo}
            row={viewed}
            all={transactions.data}
            onClose={() => setViewed(undefined)}
          />
        </Suspense>
      )}
    </Card>
  )
}
