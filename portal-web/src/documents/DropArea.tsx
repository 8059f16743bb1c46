import type { UploadType } from '@tideline/sdk'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { DropFrame } from '@tideline/web-kit/ui/DropFrame.tsx'
import { useState } from 'react'
import { useDropzone } from 'react-dropzone'
import {
  addFilesToQueue,
  formatFileTypes,
  getAcceptedFileTypes,
  getWrongFileTypeText,
  maxFilesPerUpload,
  type QueuedUpload,
  tooManyFilesText,
} from './upload-queue.ts'

interface DropAreaProps {
  queue: QueuedUpload[]
  setQueue: (queue: QueuedUpload[]) => void
  /** Initial document type of an added file. */
  docTypeId: UploadType['docTypeId']
}

/** An area for dropping or selecting files. Shows a message for files that cannot be added. */
export function DropArea({ queue, setQueue, docTypeId }: DropAreaProps) {
  const [alert, setAlert] = useState<string>()
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const { uploadKinds } = useSettings().limits
  const accept = getAcceptedFileTypes(uploadKinds)
  const isFull = queue.length >= maxFilesPerUpload
  const drop = useDropzone({
    noClick: true,
    noKeyboard: true,
    ...(accept ? { accept } : {}),
    onDrop: (files, others) => {
      const next = addFilesToQueue(queue, files, docTypeId)
      setQueue(next.queue)
      const names = others.map(({ file }) => file.name)
      setAlert(
        names.length > 0
          ? getWrongFileTypeText(names, uploadKinds)
          : next.leftOut.length > 0
            ? tooManyFilesText
            : undefined,
      )
      setLeftOut(next.leftOut)
    },
  })
  return (
    <>
      <DropFrame {...drop.getRootProps()} isOver={drop.isDragActive}>
        <input {...drop.getInputProps({ 'aria-label': 'Files to upload' })} />
        <p>Drop files here, or</p>
        <Button
          variant="secondary"
          disabledReason={isFull ? `${maxFilesPerUpload} files at most.` : undefined}
          onClick={drop.open}
        >
          Browse
        </Button>
        {accept && <p className="muted small">{formatFileTypes(uploadKinds)}</p>}
      </DropFrame>
      {alert && <Alert tone="warning">{alert}</Alert>}
      {leftOut.length > 0 && <Alert tone="warning">No longer in the list: {leftOut.join(', ')}</Alert>}
    </>
  )
}
