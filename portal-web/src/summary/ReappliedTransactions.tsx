import type { ReappliedTransaction } from '@tideline/sdk'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { Table } from '@tideline/web-kit/ui/Table.tsx'

const names: Partial<Record<ReappliedTransaction['transactionType'], string>> = {
  ...{ EB: 'Endorsement', EBM: 'Mandatory Endorsement', EBO: 'Out of Sequence Endorsement', MA: 'Manual adjustment' },
}

/**
 * Lists the later transactions that an out-of-sequence endorsement applies again. Their premiums may change (PRI-1).
 * Renders nothing if there are none.
 */
export function ReappliedTransactions({ transactions }: { transactions: readonly ReappliedTransaction[] }) {
  if (transactions.length === 0) return null
  const rows = transactions.map((transaction, index) => ({ ...transaction, key: `${index}` }))
  return (
    <section aria-label="Transactions reapplied afterward">
      <h3>Transactions reapplied afterward</h3>
      <Table
        caption="Reapplied transactions"
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          {
            key: 'transaction',
            header: 'Transaction',
            isRowHeader: true,
            cell: ({ transactionType }) => names[transactionType] ?? transactionType,
          },
          { key: 'from', header: 'Effective date', cell: ({ effectiveDate }) => formatDate(effectiveDate) },
          {
            key: 'before',
            header: 'Premium before',
            cell: ({ premiumBefore }) => formatMoney(premiumBefore),
            isNumber: true,
          },
          {
            key: 'after',
            header: 'Premium after',
            cell: ({ premiumAfter }) => formatMoney(premiumAfter),
            isNumber: true,
          },
          {
            key: 'difference',
            header: 'Difference',
            cell: ({ difference }) => formatMoney(difference),
            isNumber: true,
          },
        ]}
      />
    </section>
  )
}
