import { uploadAgencyDocument } from '@tideline/sdk/operations'
import { agencyDocumentTypes } from '@tideline/sdk/words'
import { getUploadErrorMessage } from '@tideline/web-kit/labels/agency-documents.ts'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { useState } from 'react'
import { SingleFileField } from '../documents/SingleFileField.tsx'

/** A document type id, as in the path of the upload endpoint. */
type DocTypeId = Parameters<typeof uploadAgencyDocument>[0]['path']['docTypeId']

const types = agencyDocumentTypes.map(({ id, name }) => ({ value: String(id), label: name }))

/** A dialog that adds a document to an agency. Document names must be unique. */
export function UploadDialog({ agencyNo, onClose }: { agencyNo: string; onClose: () => void }) {
  const [docTypeId, setDocTypeId] = useState<DocTypeId>('3')
  const [file, setFile] = useState<File>()
  const upload = useAction(
    (file: File) => api.call(uploadAgencyDocument, { path: { agencyNo, docTypeId }, body: { file } }),
    {
      changes: ['listAgencyDocuments'],
      successToast: 'The document was uploaded.',
      formatError: getUploadErrorMessage,
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title="Add a document"
      submitLabel="Upload"
      busyLabel="Uploading…"
      disabledReason={file ? undefined : 'Choose a file first.'}
      isBusy={upload.isBusy}
      problem={upload.problem}
      onSubmit={() => file && upload.run(file)}
      onClose={onClose}
    >
      <SelectField
        label="Kind"
        options={types}
        value={docTypeId}
        onChange={({ target }) => setDocTypeId(target.value as DocTypeId)}
      />
      <SingleFileField name="The file" isUploaded={false} file={file} onChoose={setFile} />
    </FormDialog>
  )
}
