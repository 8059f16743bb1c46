import { Alert, Button, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AgencyDocument } from '@tideline/sdk'
import {
  deleteAgencyDocument,
  getAgencyDocument,
  listAgencyDocuments,
  uploadAgencyDocument,
} from '@tideline/sdk/operations'
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
import { FormDialog } from '../kit/dialogs/FormDialog.tsx'
import { SectionState } from '../kit/records/Section.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'

/** A document type id, as in the path of the upload endpoint. */
type DocTypeId = Parameters<typeof uploadAgencyDocument>[0]['path']['docTypeId']

const getKey = (agencyNo: string) => ['agency', agencyNo, 'documents']

/** Hides the file input but keeps it accessible by keyboard and by its label. */
const visuallyHidden = { position: 'absolute', opacity: 0, width: 1, height: 1 } as const

function useUpload(agencyNo: string, onDone: () => void) {
  const notify = useNotify()
  return useMutation({
    mutationFn: ({ file, docTypeId }: { file: File; docTypeId: DocTypeId }) =>
      api.call(uploadAgencyDocument, { path: { agencyNo, docTypeId }, body: { file } }),
    onSuccess: () => {
      notify('The document was uploaded.', { type: 'success' })
      onDone()
    },
  })
}

function Upload({ upload }: { upload: ReturnType<typeof useUpload> }) {
  const [docTypeId, setDocTypeId] = useState<DocTypeId>('1')
  return (
    <Stack spacing={1}>
      {upload.isError ? <Alert severity="error">{getUploadErrorMessage(upload.error)}</Alert> : null}
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
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
        <Button component="label" variant="outlined" disabled={upload.isPending}>
          {upload.isPending ? 'Uploading …' : 'Upload a document'}
          <input
            type="file"
            style={visuallyHidden}
            aria-label="Upload a document"
            onChange={(event) => {
              const [file] = event.target.files ?? []
              if (file) upload.mutate({ file, docTypeId })
              // Lets the user select the same file again.
              event.target.value = ''
            }}
          />
        </Button>
      </Stack>
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
  const [isAsking, setIsAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () =>
      api.call(deleteAgencyDocument, { path: { agencyNo }, body: { documentName: document.documentName } }),
    onSuccess: onDone,
  })
  return (
    <>
      <Button size="small" onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      {isAsking ? (
        <FormDialog
          title={`Delete “${document.documentName}”?`}
          confirm="Delete"
          isDestructive
          isBusy={remove.isPending}
          problem={remove.error?.message}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsking(false)}
        >
          <Typography>This cannot be undone.</Typography>
        </FormDialog>
      ) : null}
    </>
  )
}

/**
 * Opens a document in a new tab. The tab is created during the click because browsers block tabs that are opened later.
 */
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
  const queryClient = useQueryClient()
  const { permissions: roles = [] } = usePermissions<string[]>()
  const notify = useNotify()
  const {
    data = [],
    isPending,
    error,
    refetch,
  } = useQuery({
    queryKey: getKey(agencyNo),
    queryFn: async () => (await api.call(listAgencyDocuments, { path: { agencyNo } })).payload,
  })
  const again = () => queryClient.invalidateQueries({ queryKey: getKey(agencyNo) })
  const upload = useUpload(agencyNo, again)
  // Clears the upload error because the user may have deleted the document that caused it.
  const onDeleted = () => {
    upload.reset()
    return again()
  }
  const mayChange = !roles.includes('readonly')
  return (
    <Stack spacing={2}>
      {mayChange ? <Upload upload={upload} /> : null}
      <SectionState
        isPending={isPending}
        error={error}
        retry={refetch}
        empty={data.length === 0 ? 'No documents on file.' : undefined}
      >
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
                      <DeleteDocumentButton agencyNo={agencyNo} document={document} onDone={onDeleted} />
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
