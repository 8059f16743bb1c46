import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material'
import { useState } from 'react'

interface Shown {
  /** What it is the key or the secret of. */
  of: string
  label: 'Key' | 'Secret'
  /** Null when the answer that held it got lost on the way. */
  secret: string | null
  onClose: () => void
}

/** A whole secret, this once. What lies beside it does not close it: nobody can show it again. */
export function ShowSecret({ of, label, secret, onClose }: Shown) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
  }
  return (
    <Dialog open fullWidth aria-labelledby="secret-title">
      <DialogTitle id="secret-title">
        The {label.toLowerCase()} of {of}
      </DialogTitle>
      <DialogContent>
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
      </DialogContent>
      <DialogActions>
        {secret === null ? null : (
          <Button onClick={() => void copy(secret)}>{isCopied ? 'Copied' : `Copy the ${label.toLowerCase()}`}</Button>
        )}
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}
