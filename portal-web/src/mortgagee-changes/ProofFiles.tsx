import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useRef, useState } from 'react'
import { acceptedProofTypes, addProofFiles } from './proof-files.ts'
import { mortgageeText } from './text.ts'

interface ProofFilesProps {
  files: readonly File[]
  onChange: (files: File[]) => void
}

/** The files that prove a mortgagee change: photos from the camera, or files from the device. */
export function ProofFiles({ files, onChange }: ProofFilesProps) {
  const [problem, setProblem] = useState<string>()
  const camera = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const inputs = [
    {
      ref: camera,
      label: 'Photo of the document',
      own: { capture: 'environment' as const, accept: 'image/jpeg,image/png' },
    },
    { ref: chooser, label: 'Files to upload', own: { multiple: true, accept: acceptedProofTypes } },
  ]
  return (
    <div className="stack">
      <div className="row">
        <Button variant="secondary" onClick={() => chooser.current?.click()}>
          Choose files
        </Button>
        <Button variant="secondary" onClick={() => camera.current?.click()}>
          Take a photo
        </Button>
        {inputs.map(({ ref, label, own }) => (
          <input
            key={label}
            ref={ref}
            hidden
            type="file"
            aria-label={label}
            {...own}
            onChange={({ target }) => {
              const added = addProofFiles(files, [...(target.files ?? [])], mortgageeText.tooMany)
              setProblem(added.problem)
              onChange(added.files)
              // Lets the user select the same file again.
              target.value = ''
            }}
          />
        ))}
      </div>
      {problem && <Alert tone="warning">{problem}</Alert>}
      {files.length > 0 && (
        <ul aria-label="Selected files">
          {files.map((file, index) => (
            // Two photos can have the same name.
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no state of their own
            <li key={index} className="row">
              <span>{file.name}</span>
              <Button
                variant="quiet"
                aria-label={`Remove file ${index + 1}, ${file.name}`}
                onClick={() => onChange(files.filter((_, at) => at !== index))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
