import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { TidelineError, type UploadType } from '@tideline/sdk'
import { uploadDocuments } from '@tideline/sdk/operations'
import { listUploadTypesOptions } from '@tideline/sdk/query'
import { messageOf } from '@tideline/web-kit/errors/api-errors.ts'
import { QueryFace } from '@tideline/web-kit/screen/QueryFace.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { toast } from '@tideline/web-kit/ui/toasts.ts'
import { useState } from 'react'
import { useDropzone } from 'react-dropzone'
import './documents.css'
import {
  acceptOf,
  defaultType,
  failureText,
  filesAtMost,
  kindsText,
  otherKinds,
  type Queued,
  queueProblem,
  tooMany,
  withFiles,
} from './queue.ts'

interface UploadDialogProps {
  policyNo: string
  /** The type that files start with. */
  preset: UploadType['docTypeId'] | undefined
  onClose: () => void
}

interface Failure {
  file: string
  text: string
}

/** Adds documents to a policy: dropped or browsed, each with a type and a name (spec 2 §5). */
export function UploadDialog({ policyNo, preset, onClose }: UploadDialogProps) {
  const queries = useQueryClient()
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
  const upload = useMutation({
    // One by one: each file is told of by itself, and those that failed stay.
    mutationFn: async () => {
      const failed: Failure[] = []
      const left: Queued[] = []
      for (const [index, one] of queue.entries()) {
        setDone(index)
        try {
          const file = new File([one.file], one.key, { type: one.file.type })
          const path = { policyNo, docType: one.docTypeId }
          await api.call(uploadDocuments, { path, body: { [one.name.trim()]: file } })
        } catch (error) {
          const isKnown = error instanceof TidelineError && error.status === 409
          failed.push({ file: one.key, text: failureText(isKnown, messageOf(error)) })
          left.push(one)
        }
      }
      return { failed, left }
    },
    meta: { errors: 'own' },
    onSuccess: async ({ failed, left }) => {
      setQueue(left)
      setFailures(failed)
      await queries.invalidateQueries()
      if (failed.length > 0) return
      toast({ tone: 'success', title: 'Document uploaded successfully.' })
      onClose()
    },
  })
  const change = (key: string, part: Partial<Queued>) =>
    setQueue((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)))

  if (failures.length > 0)
    return (
      <Dialog
        open
        onOpenChange={() => setFailures([])}
        title="Error"
        size="small"
        footer={<Button onClick={() => setFailures([])}>Ok</Button>}
      >
        <ul>
          {failures.map(({ file, text }) => (
            <li key={file}>
              Error uploading '{file}': {text}
            </li>
          ))}
        </ul>
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add document"
      dismissable={!upload.isPending}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            busy={upload.isPending}
            busyLabel={`Uploading ${done + 1} of ${queue.length}…`}
            disabledReason={queueProblem(queue)}
            onClick={() => upload.mutate()}
          >
            Upload
          </Button>
        </>
      }
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
          <li key={one.key}>
            <SelectField
              label={`Type of ${one.key}`}
              value={String(one.docTypeId)}
              options={offered.map(({ docTypeId, typeName }) => ({ value: String(docTypeId), label: typeName }))}
              onChange={({ target }) =>
                change(one.key, {
                  docTypeId:
                    offered.find(({ docTypeId }) => String(docTypeId) === target.value)?.docTypeId ?? defaultType,
                })
              }
            />
            <TextField
              label="Name"
              maxLength={200}
              value={one.name}
              onChange={({ target }) => change(one.key, { name: target.value })}
            />
            <Button
              variant="quiet"
              aria-label={`Remove ${one.key}`}
              onClick={() => setQueue((before) => before.filter(({ key }) => key !== one.key))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
