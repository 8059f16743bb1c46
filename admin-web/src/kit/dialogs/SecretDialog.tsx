import { Button, TextField } from '@mui/material'
import { useState } from 'react'
import { Alert } from '../Alert.tsx'
import { Dialog } from './Dialog.tsx'

interface SecretDialogProps {
  /** The name of the key or webhook endpoint with this secret. */
  ownerName: string
  label: 'Key' | 'Secret'
  /** The secret, or null if the response with the secret was lost. */
  secret: string | null
  onClose: () => void
}

/**
 * A dialog that shows a secret once. The secret cannot be shown again, so clicking outside does not close the dialog.
 */
export function SecretDialog({ ownerName: of, label, secret, onClose }: SecretDialogProps) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
  }
  return (
    <Dialog
      title={`The ${label.toLowerCase()} of ${of}`}
      size="medium"
      footer={
        <>
          {secret === null ? null : (
            <Button onClick={() => void copy(secret)}>{isCopied ? 'Copied' : `Copy the ${label.toLowerCase()}`}</Button>
          )}
          <Button variant="contained" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {secret === null ? (
        <Alert severity="warning">
          The key was created, but the response was lost. Replace key to get a new secret.
        </Alert>
      ) : (
        <>
          <Alert severity="info">Copy it now and store it securely. You won’t be able to see it again.</Alert>
          <TextField
            label={label}
            value={secret}
            fullWidth
            multiline
            margin="normal"
            slotProps={{ htmlInput: { readOnly: true, spellCheck: false, style: { fontFamily: 'monospace' } } }}
          />
        </>
      )}
    </Dialog>
  )
}
