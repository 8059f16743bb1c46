import { useMutation, useQuery } from '@tanstack/react-query'
import type { Claim, ClaimDocument, ClaimDocumentType } from '@tideline/sdk'
import { deleteClaimDocument, getClaimDocument, uploadClaimDocument } from '@tideline/sdk/operations'
import { getClaimOptionsOptions, listClaimDocumentsOptions } from '@tideline/sdk/query'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { ConfirmDialog } from '@tideline/web-kit/ui/ConfirmDialog.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { downloadFile } from '@tideline/web-kit/ui/download-file.ts'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { Table, type TableColumn } from '@tideline/web-kit/ui/Table.tsx'
import { useRef, useState } from 'react'

interface ClaimFilesDialogProps {
  claim: Claim
  /** Whether the viewer can add and delete files. All viewers can download files. */
  mayChange: boolean
  onClose: () => void
}

type Type = { value: ClaimDocumentType; label: string }

/** A form that uploads a file with its document type. */
function AddFile({ claim, types }: { claim: Claim; types: readonly Type[] }) {
  const [documentType, setDocumentType] = useState<ClaimDocumentType>('photo')
  const { uploadKinds } = useSettings().limits
  const chooser = useRef<HTMLInputElement>(null)
  const add = useAction(
    (file: File) => api.call(uploadClaimDocument, { path: { claimID: claim.id }, body: { file, documentType } }),
    { changes: ['listClaimDocuments'], successToast: 'The file was added.' },
  )
  return (
    <div className="stack-tight">
      <SelectField
        label="Type"
        options={types}
        value={documentType}
        onChange={({ target }) => {
          const chosen = types.find(({ value }) => value === target.value)
          if (chosen) setDocumentType(chosen.value)
        }}
      />
      <div className="row">
        <Button variant="secondary" busy={add.isBusy} busyLabel="Uploading…" onClick={() => chooser.current?.click()}>
          Add a file
        </Button>
        <input
          ref={chooser}
          hidden
          type="file"
          aria-label="File to add"
          accept={uploadKinds.flatMap(({ extensions }) => extensions).join(',')}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) add.run(file)
            // Lets the user select the same file again.
            target.value = ''
          }}
        />
      </div>
      {add.problem && <Alert tone="error">{add.problem.text}</Alert>}
    </div>
  )
}

function RemoveFile({ claim, file, onClose }: { claim: Claim; file: ClaimDocument; onClose: () => void }) {
  const path = { claimID: claim.id, claimDocumentID: file.id }
  const remove = useAction(() => api.call(deleteClaimDocument, { path }), {
    changes: ['listClaimDocuments'],
    successToast: 'The file was deleted.',
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete file"
      confirmLabel="Delete"
      danger
      busy={remove.isBusy}
      error={remove.problem?.text}
      onConfirm={() => remove.run()}
    >
      <p>Are you sure you want to delete {file.fileName}? This cannot be undone.</p>
    </ConfirmDialog>
  )
}

/** A dialog with the files of a claim. Viewers can download files and, with permission, upload and delete them. */
export function ClaimFilesDialog({ claim, mayChange, onClose }: ClaimFilesDialogProps) {
  const [removed, setRemoved] = useState<ClaimDocument>()
  const list = useQuery({
    ...listClaimDocumentsOptions({ client: api.client, path: { claimID: claim.id } }),
    meta: { errors: 'inline' },
  })
  const options = useQuery({
    ...getClaimOptionsOptions({ client: api.client }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own' },
  })
  const download = useMutation({
    mutationFn: async ({ id, fileName }: ClaimDocument) => {
      const path = { claimID: claim.id, claimDocumentID: id }
      downloadFile((await api.call(getClaimDocument, { path, parseAs: 'blob' })) as Blob, fileName)
    },
    meta: { errors: 'own' },
  })
  const types = (options.data?.payload.documentTypes ?? []).map(({ code, label }) => ({
    value: code as ClaimDocumentType,
    label,
  }))
  const files = list.data?.payload
  const columns: TableColumn<ClaimDocument>[] = [
    {
      key: 'name',
      header: 'File',
      isRowHeader: true,
      cell: (file) => (
        <Button variant="quiet" aria-label={`Download ${file.fileName}`} onClick={() => download.mutate(file)}>
          {file.fileName}
        </Button>
      ),
    },
    {
      key: 'type',
      header: 'Type',
      cell: ({ documentType, hasLocation }) => (
        <>
          {types.find(({ value }) => value === documentType)?.label ?? '–'}
          {hasLocation && <span className="muted small"> with location</span>}
        </>
      ),
    },
    { key: 'added', header: 'Added', cell: ({ createdAt }) => <DateText value={createdAt} /> },
    { key: 'by', header: 'By', cell: ({ createdBy }) => createdBy ?? '–' },
    ...(mayChange
      ? [
          {
            key: 'delete',
            header: <span className="visually-hidden">Delete</span>,
            isNumber: true,
            cell: (file: ClaimDocument) => (
              <Button variant="quiet" aria-label={`Delete ${file.fileName}`} onClick={() => setRemoved(file)}>
                Delete
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <Dialog open onOpenChange={onClose} title={`Files of ${claim.claimNumber}`} size="large">
      <QueryState query={list} lines={4} label="Loading the files" problem="The files could not be loaded" />
      {files?.length === 0 && <EmptyState title="No files yet" text="Photos, estimates and letters appear here." />}
      {files && files.length > 0 && (
        <Table
          caption="Files"
          rows={files}
          rowKey={({ id }) => id}
          cards={[
            ['name', mayChange ? 'delete' : 'added'],
            ['type', mayChange ? 'added' : 'by'],
            ...(mayChange ? [['by', 'by'] as const] : []),
          ]}
          columns={columns}
        />
      )}
      {download.isError && <Alert tone="error">{getErrorMessage(download.error)}</Alert>}
      {mayChange && (
        <QueryState query={options} lines={2} label="Loading file types" problem="Files cannot be added now" />
      )}
      {mayChange && types.length > 0 && <AddFile claim={claim} types={types} />}
      {removed && <RemoveFile claim={claim} file={removed} onClose={() => setRemoved(undefined)} />}
    </Dialog>
  )
}
