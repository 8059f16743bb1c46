import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material'
import type { AdminApiKeyMade } from '@tideline/sdk'
import { useState } from 'react'

/** The whole key, this once. What lies beside it does not close it: nobody can show it again. */
export function ShowSecret({ made, onClose }: { made: AdminApiKeyMade; onClose: () => void }) {
  const [isCopied, setIsCopied] = useState(false)
  const { secret } = made
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
  }
  return (
    <Dialog open fullWidth aria-labelledby="secret-title">
      <DialogTitle id="secret-title">The key for {made.key.name}</DialogTitle>
      <DialogContent>
        {secret === null ? (
          <Alert severity="warning">
            The key was made, but its answer got lost on the way. Revoke it and make another one.
          </Alert>
        ) : (
          <>
            <Alert severity="info">
              Copy it now, to where the program keeps its secrets. It is shown this once and kept nowhere.
            </Alert>
            <TextField
              label="Key"
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
          <Button onClick={() => void copy(secret)}>{isCopied ? 'Copied' : 'Copy the key'}</Button>
        )}
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}
