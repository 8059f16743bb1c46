import { useQuery } from '@tanstack/react-query'
import { listAgencyDocumentsOptions } from '@tideline/sdk/query'
import { formatDocumentVersion, getDocumentTypeName } from '@tideline/web-kit/labels/agency-documents.ts'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Section } from '@tideline/web-kit/screen/Section.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'
import { VisuallyHidden } from '@tideline/web-kit/ui/VisuallyHidden.tsx'
import { useState } from 'react'
import { useOpenFile } from '../base/useOpenFile.ts'

const UploadDialog = lazyDialog(() => import('./UploadDialog.tsx'), 'UploadDialog')

/** The documents of an agency. The agency's own users and staff can add documents; other viewers can only read them. */
export function AgencyDocumentsSection({ agencyNo, mayKeep }: { agencyNo: string; mayKeep: boolean }) {
  const [isAdding, setIsAdding] = useState(false)
  const file = useOpenFile()
  const documents = useQuery({
    ...listAgencyDocumentsOptions({ client: api.client, path: { agencyNo } }),
    meta: { errors: 'inline' },
  })
  return (
    <>
      <Section
        title="Documents"
        subject="the documents"
        query={documents}
        actions={
          mayKeep && (
            <Button variant="secondary" onClick={() => setIsAdding(true)}>
              Add a document
            </Button>
          )
        }
        empty={({ payload }) => (payload.length === 0 ? 'No documents on file' : undefined)}
      >
        {({ payload }) => (
          <Table
            caption="Documents"
            rows={payload}
            rowKey={({ documentName }) => documentName}
            columns={[
              {
                key: 'name',
                header: 'Name',
                isRowHeader: true,
                cell: ({ documentName, link }) => (
                  <Button variant="quiet" onClick={() => file.open({ agencyDocument: link })}>
                    {documentName}
                    <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
                  </Button>
                ),
              },
              { key: 'kind', header: 'Kind', cell: ({ docTypeId }) => getDocumentTypeName(docTypeId) },
              { key: 'version', header: 'Version', cell: (document) => formatDocumentVersion(document, payload) },
              { key: 'uploaded', header: 'Uploaded', cell: ({ createdAt }) => <DateText value={createdAt} /> },
              { key: 'by', header: 'By', cell: ({ createdByUserName }) => createdByUserName },
            ]}
          />
        )}
      </Section>
      {isAdding && <UploadDialog agencyNo={agencyNo} onClose={() => setIsAdding(false)} />}
    </>
  )
}
