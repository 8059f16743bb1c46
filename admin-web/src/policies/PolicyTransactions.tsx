import { useQuery } from '@tanstack/react-query'
import type { PolicyTransaction } from '@tideline/sdk'
import { getPolicyTransactionsOptions } from '@tideline/sdk/query'
import { day, money } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Section } from './Section.tsx'
import { type SimpleColumn, SimpleTable } from './SimpleTable.tsx'

const columns: SimpleColumn<PolicyTransaction>[] = [
  { heading: 'Post Date', cell: (row) => day(row.postDate.slice(0, 10)) },
  { heading: 'Effective Date', cell: (row) => day(row.effectiveDate.slice(0, 10)) },
  { heading: 'Type', cell: (row) => row.transactionType },
  { heading: 'Total Premium', isNumber: true, cell: (row) => money(row.totalPremium) },
  { heading: 'User Description', cell: (row) => row.userDescription ?? '' },
  { heading: 'User Name', cell: (row) => row.userName ?? '' },
]

export function PolicyTransactions({ policyNo }: { policyNo: string }) {
  const { data, isPending, error, refetch } = useQuery(
    getPolicyTransactionsOptions({ client: api.client, path: { policyNo } }),
  )
  const rows = data?.payload ?? []
  return (
    <Section
      title="Transactions"
      isPending={isPending}
      error={error}
      retry={refetch}
      empty={rows.length ? undefined : 'This policy has no transactions.'}
    >
      <SimpleTable label="Transactions" columns={columns} rows={rows} rowKey={(row) => row.policyTransactionId} />
    </Section>
  )
}
