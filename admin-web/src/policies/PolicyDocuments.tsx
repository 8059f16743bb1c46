import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { getDocumentPdf } from '@tideline/sdk/operations'
import { listDocumentPdfsOptions } from '@tideline/sdk/query'
import { day } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useNotify } from 'react-admin'
import { Section } from './Section.tsx'
import { SimpleTable } from './SimpleTable.tsx'

/** Opens the PDF in a tab of its own; the token travels in the header, never in the address. */
const openPdf = async (link: string) => {
  const file = await api.call(getDocumentPdf, { query: { link }, parseAs: 'blob' })
  window.open(URL.createObjectURL(file as Blob), '_blank', 'noopener')
}

export function PolicyDocuments({ policyNo }: { policyNo: string }) {
  const notify = useNotify()
  const { data, isPending, error, refetch } = useQuery(
    listDocumentPdfsOptions({ client: api.client, path: { policyNo } }),
  )
  const rows = data?.payload ?? []
  const open = (link: string) => openPdf(link).catch((problem: Error) => notify(problem.message, { type: 'error' }))
  return (
    <Section
      title="Policy Documents"
      isPending={isPending}
      error={error}
      retry={refetch}
      empty={rows.length ? undefined : 'No documents yet.'}
    >
      <SimpleTable
        label="Policy Documents"
        rows={rows}
        rowKey={(row) => row.policyDocVerId}
        columns={[
          {
            heading: 'Name',
            cell: ({ link, docName }) =>
              link ? (
                <Button
                  size="small"
                  sx={{ justifyContent: 'flex-start', textAlign: 'left', marginX: -0.5 }}
                  onClick={() => open(link)}
                >
                  {docName}
                </Button>
              ) : (
                docName
              ),
          },
          { heading: 'Last Modified', cell: (row) => (row.createdAt ? day(row.createdAt.slice(0, 10)) : '') },
        ]}
      />
    </Section>
  )
}
