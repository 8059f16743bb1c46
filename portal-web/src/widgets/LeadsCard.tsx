import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { Lead } from '@tideline/sdk'
import { exportLeads } from '@tideline/sdk/operations'
import { listLeadsOptions } from '@tideline/sdk/query'
import { formatDateTime, formatPhone } from '@tideline/web-kit/formats/format.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { usePageParam } from '@tideline/web-kit/screen/usePageParam.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { downloadFile } from '@tideline/web-kit/ui/download-file.ts'
import { EmailText } from '@tideline/web-kit/ui/EmailText.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { Pagination } from '@tideline/web-kit/ui/Pagination.tsx'
import { pageSize } from '@tideline/web-kit/ui/pagination.ts'
import { Table, type TableColumn } from '@tideline/web-kit/ui/Table.tsx'

const columns: TableColumn<Lead>[] = [
  { key: 'name', header: 'Name', isRowHeader: true, cell: ({ name }) => name },
  { key: 'address', header: 'Property', cell: ({ address }) => address },
  { key: 'email', header: 'Email', cell: ({ email }) => <EmailText email={email} isLink /> },
  {
    key: 'phone',
    header: 'Phone',
    cell: ({ phone }) =>
      phone ? (
        <a className="lead-phone" href={`tel:+1-${phone}`}>
          {formatPhone(phone)}
        </a>
      ) : (
        '–'
      ),
  },
  { key: 'widget', header: 'Widget', cell: ({ widgetName }) => widgetName },
  { key: 'received', header: 'Received', cell: ({ createdAt }) => formatDateTime(createdAt) },
]

/** The requests for a quote from an agency's widgets, newest first, with a download of all (AGY-5). */
export function LeadsCard({ agencyNo }: { agencyNo: string }) {
  const [page, openPage] = usePageParam('leads')
  const query = { agencyNo, take: pageSize, skip: (page - 1) * pageSize }
  const leads = useQuery({
    ...listLeadsOptions({ client: api.client, query }),
    placeholderData: keepPreviousData,
    meta: { errors: 'inline' },
  })
  const download = useMutation({
    mutationFn: async () => {
      const csv = await api.call(exportLeads, { query: { agencyNo } })
      downloadFile(new Blob([csv], { type: 'text/csv' }), `leads-${agencyNo}.csv`)
    },
  })
  const found = leads.data?.payload
  return (
    <Card
      title="Leads"
      actions={
        found &&
        found.resultCount > 0 && (
          <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
            Download CSV
          </Button>
        )
      }
    >
      <QueryState query={leads} height={138} label="Loading the leads" problem="The leads could not be loaded" />
      {found?.resultCount === 0 && (
        <EmptyState title="No leads yet" text="Visitors who request a quote in a widget appear here." />
      )}
      {found && found.resultCount > 0 && (
        <div className="stack" aria-busy={leads.isPlaceholderData}>
          <Table caption="Leads" rows={found.items} rowKey={({ leadId }) => leadId} columns={columns} />
          {found.resultCount > pageSize && (
            <Pagination
              label="Pages of leads"
              page={page}
              shown={found.items.length}
              total={found.resultCount}
              onPage={openPage}
            />
          )}
        </div>
      )}
    </Card>
  )
}
