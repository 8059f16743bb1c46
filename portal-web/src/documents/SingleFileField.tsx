import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { DropFrame } from '@tideline/web-kit/ui/DropFrame.tsx'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { useState } from 'react'
import { useDropzone } from 'react-dropzone'
import './documents.css'
import { formatFileTypes, getAcceptedFileTypes, getWrongFileTypeText } from './upload-queue.ts'

interface OneFileProps {
  /** The name of the required document. */
  name: string
  isUploaded: boolean
  file: File | undefined
  onChoose: (file: File | undefined) => void
}

/** A field for one required document. Users can drop or select the file. */
export function SingleFileField({ name, isUploaded, file, onChoose }: OneFileProps) {
  const [alert, setAlert] = useState<string>()
  const { uploadKinds } = useSettings().limits
  const accept = getAcceptedFileTypes(uploadKinds)
  const drop = useDropzone({
    noClick: true,
    noKeyboard: true,
    multiple: false,
    ...(accept ? { accept } : {}),
    onDrop: ([chosen], others) => {
      if (chosen) onChoose(chosen)
      setAlert(
        others.length > 0
          ? getWrongFileTypeText(
              others.map((one) => one.file.name),
              uploadKinds,
            )
          : undefined,
      )
    },
  })
  return (
    <section className="stack-tight" aria-label={name}>
      <DropFrame {...drop.getRootProps()} isOver={drop.isDragActive}>
        <input {...drop.getInputProps({ 'aria-label': name })} />
        <strong>{name}</strong>
        {file ? (
          <p>
            <Icon name="paper" /> {file.name}
          </p>
        ) : (
          <p>{isUploaded ? 'It’s already on file.' : 'Drop the file here, or'}</p>
        )}
        <div className="row">
          <Button variant="secondary" onClick={drop.open}>
            {file ? 'Choose another' : 'Browse'}
          </Button>
          {file && (
            <Button variant="quiet" aria-label={`Remove ${file.name}`} onClick={() => onChoose(undefined)}>
              Remove
            </Button>
          )}
        </div>
        {accept && <p className="muted small">{formatFileTypes(uploadKinds)}</p>}
      </DropFrame>
      {alert && <Alert tone="warning">{alert}</Alert>}
    </section>
  )
}
