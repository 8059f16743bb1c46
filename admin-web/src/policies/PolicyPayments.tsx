import { useQuery } from '@tanstack/react-query'
import type { PolicyPayment } from '@tideline/sdk'
import { listPolicyPaymentsOptions } from '@tideline/sdk/query'
import { day, money } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Section } from './Section.tsx'
import { type SimpleColumn, SimpleTable } from './SimpleTable.tsx'

const columns: SimpleColumn<PolicyPayment>[] = [
  { heading: 'Payment ID', cell: (row) => row.paymentId },
  { heading: 'Created', cell: (row) => day(row.createdAt.slice(0, 10)) },
  { heading: 'Type', cell: (row) => row.paymentTypeDescription },
  { heading: 'Status', cell: (row) => row.paymentStatus },
  { heading: 'Amount', isNumber: true, cell: (row) => money(row.amount) },
  { heading: 'Description', cell: (row) => row.description },
]

export function PolicyPayments({ policyNo }: { policyNo: string }) {
  const { data, isPending, error, refetch } = useQuery(
    listPolicyPaymentsOptions({ client: api.client, path: { policyNo } }),
  )
  const rows = data?.payload ?? []
  return (
    <Section
      title="Payments"
      isPending={isPending}
      error={error}
      retry={refetch}
      empty={rows.length ? undefined : 'No payments have been made for this policy'}
    >
      <SimpleTable label="Payments" columns={columns} rows={rows} rowKey={(row) => row.policyPaymentId} />
    </Section>
  )
}
