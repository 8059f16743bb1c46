import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useRef, useState } from 'react'
import { logoMediaTypes, validateLogo } from './registration-form.ts'

const asDataUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

interface LogoFieldProps {
  /** Logo as a data URL, or an empty string. */
  value: string
  onValueChange: (dataUrl: string) => void
}

/** Field that selects and previews a small image. Rejects any other file immediately. */
export function LogoField({ value, onValueChange }: LogoFieldProps) {
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File) => {
    const found = validateLogo(file)
    setProblem(found)
    if (found) {
      if (input.current) input.current.value = ''
      return
    }
    await asDataUrl(file).then(onValueChange, () => setProblem('This image could not be read.'))
  }
  return (
    <div className="widgets-logo">
      <TextField
        ref={input}
        label="Logo"
        optional
        type="file"
        accept={logoMediaTypes.join(',')}
        help="PNG, JPEG, GIF or WebP, at most 100 kB."
        error={problem}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) void take(file)
        }}
      />
      {value && (
        <div className="row">
          <img className="widgets-preview" src={value} alt="The logo" />
          <Button
            variant="quiet"
            onClick={() => {
              if (input.current) input.current.value = ''
              onValueChange('')
            }}
          >
            Remove logo
          </Button>
        </div>
      )}
    </div>
  )
}
