import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { revealAgencyNumbers } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { usePermissions } from 'react-admin'
import { Facts } from './Facts.tsx'

/** Whose work needs an agency's numbers in full; the server holds everybody to it. */
const keepers = ['superuser', 'financeadmin']

function Reveal({ agencyNo, onClose }: { agencyNo: string; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const show = useMutation({
    mutationFn: () => api.call(revealAgencyNumbers, { path: { agencyNo }, body: { reason: reason.trim() } }),
    // Nothing is left of them once the dialog is closed.
    gcTime: 0,
  })
  const numbers = show.data?.payload
  return (
    <Dialog open onClose={onClose} aria-labelledby="reveal-title">
      <DialogTitle id="reveal-title">Numbers of agency {agencyNo}</DialogTitle>
      <DialogContent>
        {show.isError ? <Alert severity="error">{show.error.message}</Alert> : null}
        {numbers ? (
          <Facts
            facts={{
              'Tax id': numbers.taxId,
              'Routing number': numbers.bankRoutingNo,
              'Account number': numbers.bankAccountNo,
            }}
          />
        ) : (
          <TextField
            label="Why do you need them?"
            helperText="It stands in the audit log with your name."
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            required
            fullWidth
            margin="normal"
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {numbers ? null : (
          <Button
            variant="contained"
            disabled={show.isPending || reason.trim().length < 5}
            onClick={() => show.mutate()}
          >
            Show the numbers
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** Shows the sealed numbers of an agency to who pays its commission, for a reason. */
export function RevealNumbers({ agencyNo }: { agencyNo: string }) {
  const { permissions: roles = [] } = usePermissions<string[]>()
  const [isOpen, setIsOpen] = useState(false)
  if (roles.includes('readonly') || !keepers.some((role) => roles.includes(role))) return null
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        Show numbers in full
      </Button>
      {isOpen ? <Reveal agencyNo={agencyNo} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
