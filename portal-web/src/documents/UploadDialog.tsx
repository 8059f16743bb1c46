import { useQuery } from '@tanstack/react-query'
import type { UploadType } from '@tideline/sdk'
import { listUploadTypesOptions } from '@tideline/sdk/query'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { NoticeDialog } from '@tideline/web-kit/screen/NoticeDialog.tsx'
import { QueryFace } from '@tideline/web-kit/screen/QueryFace.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { toast } from '@tideline/web-kit/ui/toasts.ts'
import { useState } from 'react'
import { useDropzone } from 'react-dropzone'
import './documents.css'
import { QueuedFile } from './QueuedFile.tsx'
import {
  acceptOf,
  defaultType,
  filesAtMost,
  kindsText,
  otherKinds,
  type Queued,
  queueProblem,
  tooMany,
  withFiles,
} from './queue.ts'
import { type Failure, uploadEach } from './upload-each.ts'

interface UploadDialogProps {
  policyNo: string
  /** The type that files start with. */
  preset: UploadType['docTypeId'] | undefined
  onClose: () => void
}

/** Adds documents to a policy: dropped or browsed, each with a type and a name (spec 2 §5). */
export function UploadDialog({ policyNo, preset, onClose }: UploadDialogProps) {
  const [queue, setQueue] = useState<Queued[]>([])
  const [alert, setAlert] = useState<string>()
  const [failures, setFailures] = useState<Failure[]>([])
  const [done, setDone] = useState(0)
  const types = useQuery({
    ...listUploadTypesOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'face' },
  })
  const offered = types.data?.payload ?? []
  const start = offered.find(({ docTypeId }) => docTypeId === (preset ?? defaultType)) ?? offered[0]
  const isFull = queue.length >= filesAtMost
  const { uploadKinds } = useSettings().limits
  const accept = acceptOf(uploadKinds)
  const drop = useDropzone({
    noClick: true,
    noKeyboard: true,
    disabled: !start,
    ...(accept ? { accept } : {}),
    onDrop: (files, others) => {
      if (!start) return
      const next = withFiles(queue, files, start.docTypeId)
      setQueue(next.queue)
      const names = others.map(({ file }) => file.name)
      setAlert(names.length > 0 ? otherKinds(names, uploadKinds) : next.isOverMost ? tooMany : undefined)
    },
  })
  const upload = useAction(
    async () => {
      const outcome = await uploadEach(policyNo, queue, setDone)
      setQueue(outcome.left)
      setFailures(outcome.failed)
      return outcome.failed.length === 0
    },
    {
      changes: 'everything',
      onDone: (isWhole) => {
        if (!isWhole) return
        toast({ tone: 'success', title: 'Document uploaded successfully.' })
        onClose()
      },
    },
  )
  const change = (key: string, part: Partial<Queued>) =>
    setQueue((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)))

  if (failures.length > 0)
    return (
      <NoticeDialog title="Error" onClose={() => setFailures([])}>
        <ul>
          {failures.map(({ file, text }) => (
            <li key={file}>
              Error uploading '{file}': {text}
            </li>
          ))}
        </ul>
      </NoticeDialog>
    )
  return (
    <FormDialog
      title="Add document"
      submitLabel="Upload"
      busyLabel={`Uploading ${done + 1} of ${queue.length}…`}
      notYet={queueProblem(queue)}
      isBusy={upload.isBusy}
      problem={upload.problem}
      onSubmit={() => upload.run()}
      onClose={onClose}
    >
      <QueryFace query={types} lines={3} label="Loading the types" problem="The types could not be loaded" />
      {start && (
        <div {...drop.getRootProps({ className: 'drop-area', 'data-over': drop.isDragActive ? '' : undefined })}>
          <input {...drop.getInputProps({ 'aria-label': 'Files to upload' })} />
          <p>Drop files here, or</p>
          <Button
            variant="secondary"
            disabledReason={isFull ? `${filesAtMost} files are the most.` : undefined}
            onClick={drop.open}
          >
            Browse
          </Button>
          {accept && <p className="muted small">{kindsText(uploadKinds)}</p>}
        </div>
      )}
      {alert && <Alert tone="warning">{alert}</Alert>}
      <ul className="upload-queue">
        {queue.map((one) => (
          <QueuedFile
            key={one.key}
            {...{ one, offered }}
            onChange={(part) => change(one.key, part)}
            onRemove={() => setQueue((before) => before.filter(({ key }) => key !== one.key))}
          />
        ))}
      </ul>
    </FormDialog>
  )
}
