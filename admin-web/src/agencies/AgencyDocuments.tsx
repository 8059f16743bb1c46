import { Button, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { AgencyDocument } from '@tideline/sdk'
import { deleteAgencyDocument, getAgencyDocument, uploadAgencyDocument } from '@tideline/sdk/operations'
import { listAgencyDocumentsOptions } from '@tideline/sdk/query'
import { agencyDocumentTypes } from '@tideline/sdk/words'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import {
  formatDocumentVersion,
  getDocumentTypeName,
  getUploadErrorMessage,
} from '@tideline/web-kit/labels/agency-documents.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { useNotify, usePermissions } from 'react-admin'
import { Alert } from '../kit/Alert.tsx'
import { FormDialog } from '../kit/dialogs/FormDialog.tsx'
import { FileButton } from '../kit/fields/FileButton.tsx'
import { getPayload } from '../kit/get-payload.ts'
import { SectionState } from '../kit/records/Section.tsx'
import { WrappingRow } from '../kit/records/WrappingRow.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { useAction } from '../kit/useAction.ts'

/** A document type id, as in the path of the upload endpoint. */
type DocTypeId = Parameters<typeof uploadAgencyDocument>[0]['path']['docTypeId']

const useUpload = (agencyNo: string) =>
  useAction(
    ({ file, docTypeId }: { file: File; docTypeId: DocTypeId }) =>
      api.call(uploadAgencyDocument, { path: { agencyNo, docTypeId }, body: { file } }),
    {
      changes: ['listAgencyDocuments'],
      successMessage: 'The document was uploaded.',
      formatError: getUploadErrorMessage,
    },
  )

function Upload({ upload }: { upload: ReturnType<typeof useUpload> }) {
  const [docTypeId, setDocTypeId] = useState<DocTypeId>('1')
  return (
    <Stack spacing={1}>
      {upload.problem ? <Alert severity="error">{upload.problem.text}</Alert> : null}
      <WrappingRow>
        <TextField
          select
          size="small"
          label="Type"
          value={docTypeId}
          onChange={(event) => setDocTypeId(event.target.value as DocTypeId)}
          sx={{ minWidth: 200 }}
        >
          {agencyDocumentTypes.map(({ id, name }) => (
            <MenuItem key={id} value={String(id)}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <FileButton
          label={upload.isBusy ? 'Uploading…' : 'Upload document'}
          inputLabel="Document to upload"
          disabled={upload.isBusy}
          onChoose={(files) => {
            const [file] = files ?? []
            if (file) upload.run({ file, docTypeId })
          }}
        />
      </WrappingRow>
    </Stack>
  )
}

function DeleteDocumentButton({
  agencyNo,
  document,
  onDone,
}: {
  agencyNo: string
  document: AgencyDocument
  onDone: () => void
}) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const remove = useAction(
    () => api.call(deleteAgencyDocument, { path: { agencyNo }, body: { documentName: document.documentName } }),
    { changes: ['listAgencyDocuments'], onDone },
  )
  return (
    <>
      <Button size="small" aria-label={`Delete ${document.documentName}`} onClick={() => setIsDialogOpen(true)}>
        Delete
      </Button>
      {isDialogOpen ? (
        <FormDialog
          title={`Delete “${document.documentName}”?`}
          submitLabel="Delete"
          danger
          isBusy={remove.isBusy}
          problem={remove.problem}
          onSubmit={() => remove.run()}
          onClose={() => setIsDialogOpen(false)}
        >
          <Typography>This cannot be undone.</Typography>
        </FormDialog>
      ) : null}
    </>
  )
}

/** Opens a document in a new tab. Creates the tab during the click, since browsers block tabs that are opened later. */
async function open(link: string) {
  const tab = window.open('', '_blank')
  try {
    const file = await api.call(getAgencyDocument, { query: { link }, parseAs: 'blob' })
    const address = URL.createObjectURL(file as unknown as Blob)
    if (tab) tab.location.href = address
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  } catch (problem) {
    tab?.close()
    throw problem
  }
}

/** The documents of an agency. Staff can open, upload and delete documents. File names must be unique. */
export function AgencyDocuments({ agencyNo }: { agencyNo: string }) {
  const { permissions: roles = [] } = usePermissions<string[]>()
  const notify = useNotify()
  const query = useQuery({
    ...listAgencyDocumentsOptions({ client: api.client, path: { agencyNo } }),
    select: getPayload,
  })
  const { data = [] } = query
  const upload = useUpload(agencyNo)
  const mayChange = !roles.includes('readonly')
  return (
    <Stack spacing={2}>
      {mayChange ? <Upload upload={upload} /> : null}
      <SectionState query={query} empty={data.length === 0 ? 'No documents on file.' : undefined}>
        <SimpleTable<AgencyDocument>
          label="Documents"
          rows={data}
          rowKey={({ documentName }) => documentName}
          columns={[
            {
              heading: 'Name',
              cell: ({ documentName, link }) => (
                <Button
                  size="small"
                  onClick={() => open(link).catch((problem: Error) => notify(problem.message, { type: 'error' }))}
                >
                  {documentName}
                </Button>
              ),
            },
            { heading: 'Type', cell: ({ docTypeId }) => getDocumentTypeName(docTypeId) },
            { heading: 'Version', cell: (document) => formatDocumentVersion(document, data) },
            { heading: 'Uploaded', cell: ({ createdAt }) => formatDate(createdAt) },
            { heading: 'By', cell: ({ createdByUserName }) => createdByUserName },
            ...(mayChange
              ? [
                  {
                    heading: '',
                    cell: (document: AgencyDocument) => (
                      // The user may have deleted the document that caused the upload error.
                      <DeleteDocumentButton agencyNo={agencyNo} document={document} onDone={upload.reset} />
                    ),
                  },
                ]
              : []),
          ]}
        />
      </SectionState>
    </Stack>
  )
}
