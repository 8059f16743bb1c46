import { useQuery } from '@tanstack/react-query'
import type { UploadType } from '@tideline/sdk'
import { listUploadTypesOptions } from '@tideline/sdk/query'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { showToast } from '@tideline/web-kit/ui/toast-queue.ts'
import { useState } from 'react'
import './documents.css'
import { DropArea } from './DropArea.tsx'
import { QueuedFileRow } from './QueuedFileRow.tsx'
import { UploadFailures } from './UploadFailures.tsx'
import { type FailedUpload, uploadFiles } from './upload-files.ts'
import { defaultDocumentType, type QueuedUpload, validateQueue } from './upload-queue.ts'

interface UploadDialogProps {
  policyNo: string
  /** Initial document type of an added file. */
  preset: UploadType['docTypeId'] | undefined
  onClose: () => void
}

/** A dialog that uploads files to a policy. Each file must have a type and a name. */
export function UploadDialog({ policyNo, preset, onClose }: UploadDialogProps) {
  const [queue, setQueue] = useState<QueuedUpload[]>([])
  const [failures, setFailures] = useState<FailedUpload[]>([])
  /**
   * Upload failures that the error dialog has already shown. The upload dialog mentions a failure while its file is
   * still queued.
   */
  const [shownFailures, setShownFailures] = useState<FailedUpload[]>([])
  const [done, setDone] = useState(0)
  const types = useQuery({
    ...listUploadTypesOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'inline' },
  })
  const offered = types.data?.payload ?? []
  const start = offered.find(({ docTypeId }) => docTypeId === (preset ?? defaultDocumentType)) ?? offered[0]
  const upload = useAction(
    async () => {
      const outcome = await uploadFiles(policyNo, queue, setDone)
      setQueue(outcome.left)
      setFailures(outcome.failed)
      return outcome.failed.length === 0
    },
    {
      changes: 'everything',
      onDone: (isWhole) => {
        if (!isWhole) return
        showToast({ tone: 'success', title: 'Document uploaded successfully.' })
        onClose()
      },
    },
  )
  const change = (key: string, part: Partial<QueuedUpload>) =>
    setQueue((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)))

  if (failures.length > 0)
    return (
      <UploadFailures
        failures={failures}
        onClose={() => {
          setShownFailures(failures)
          setFailures([])
        }}
      />
    )
  const waiting = shownFailures.filter(({ file }) => queue.some(({ key }) => key === file))
  return (
    <FormDialog
      title={waiting.length > 0 ? 'Error uploading document' : 'Add document'}
      submitLabel="Upload"
      busyLabel={`Uploading ${done + 1} of ${queue.length}…`}
      disabledReason={validateQueue(queue)}
      isBusy={upload.isBusy}
      problem={upload.problem}
      hasOtherInput={queue.length > 0}
      onSubmit={() => upload.run()}
      onClose={onClose}
    >
      <QueryState query={types} lines={3} label="Loading the types" problem="The types could not be loaded" />
      {start && <DropArea {...{ queue, setQueue }} docTypeId={start.docTypeId} />}
      <ul className="upload-queue">
        {queue.map((one) => (
          <QueuedFileRow
            key={one.key}
            {...{ queuedFile: one, offered }}
            failure={waiting.find(({ file }) => file === one.key)}
            onChange={(part) => change(one.key, part)}
            onRemove={() => setQueue((before) => before.filter(({ key }) => key !== one.key))}
          />
        ))}
      </ul>
    </FormDialog>
  )
}
