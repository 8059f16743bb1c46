import { useQuery } from '@tanstack/react-query'
import { getPolicyTransactionsOptions } from '@tideline/sdk/query'
import { coveragesOf } from '@tideline/web-kit/labels/coverages.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Section } from './Section.tsx'
import { SimpleTable } from './SimpleTable.tsx'

/** The coverages of the newest transaction, by the same rules as the portal shows them. */
export function PolicyCoverages({ policyNo }: { policyNo: string }) {
  const { data, isPending, error, refetch } = useQuery(
    getPolicyTransactionsOptions({ client: api.client, path: { policyNo } }),
  )
  const latest = data?.payload.at(-1)
  const rows = latest ? coveragesOf(latest) : []
  return (
    <Section
      title="Coverages"
      isPending={isPending}
      error={error}
      retry={refetch}
      empty={rows.length ? undefined : 'This policy has no coverages.'}
    >
      <SimpleTable
        label="Coverages"
        rows={rows}
        rowKey={(row) => row.name}
        columns={[
          { heading: 'Coverage', cell: (row) => row.name },
          { heading: 'Limit', isNumber: true, cell: (row) => row.limit },
          { heading: 'Premium', isNumber: true, cell: (row) => row.premium },
        ]}
      />
    </Section>
  )
}
