import { Button } from '@mui/material'
import { useRef } from 'react'

interface FileButtonProps {
  label: string
  /** The label of the file input, if it differs from the label of the button. */
  inputLabel?: string
  /** The file types to offer, as in the attribute `accept`. */
  accept?: string
  disabled?: boolean
  onChoose: (files: FileList | null) => void
}

/** A button that lets the user choose a file. The file input is separate, since a button cannot contain another control. */
export function FileButton({ label, inputLabel = label, accept, disabled = false, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label={inputLabel}
        accept={accept}
        hidden
        onChange={({ target }) => {
          onChoose(target.files)
          // Lets the user choose the same file again.
          target.value = ''
        }}
      />
      <Button variant="outlined" disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
