import type { UploadType } from '@tideline/sdk'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import type { FailedUpload } from './upload-files.ts'
import { defaultDocumentType, duplicateUploadMessage, type QueuedUpload } from './upload-queue.ts'
import './documents.css'

interface QueuedFileProps {
  queuedFile: QueuedUpload
  /** The types that can be uploaded to the policy. */
  offered: readonly UploadType[]
  /** Why the last upload failed. */
  failure: FailedUpload | undefined
  onChange: (part: Partial<QueuedUpload>) => void
  onRemove: () => void
}

/** A queued file with its type and name. */
export function QueuedFileRow({ queuedFile: one, offered, failure, onChange, onRemove }: QueuedFileProps) {
  return (
    <li>
      <SelectField
        label={`Type of ${one.key}`}
        value={String(one.docTypeId)}
        options={offered.map(({ docTypeId, typeName }) => ({ value: String(docTypeId), label: typeName }))}
        onChange={({ target }) =>
          onChange({
            docTypeId:
              offered.find(({ docTypeId }) => String(docTypeId) === target.value)?.docTypeId ?? defaultDocumentType,
          })
        }
      />
      <TextField
        label="Name"
        maxLength={200}
        value={one.name}
        error={failure && (failure.isAlreadyUploaded ? duplicateUploadMessage : failure.text)}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Button variant="quiet" aria-label={`Remove ${one.key}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}
