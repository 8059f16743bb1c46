import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { revealAgencyNumbers } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { usePermissions } from 'react-admin'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { Facts } from './Facts.tsx'

/** Whose work needs an agency's numbers in full; the server holds everybody to it. */
const keepers = ['superuser', 'financeadmin']

function Reveal({ agencyNo, onClose }: { agencyNo: string; onClose: () => void }) {
  const show = useMutation({
    mutationFn: (reason: string) => api.call(revealAgencyNumbers, { path: { agencyNo }, body: { reason } }),
    // Nothing is left of them once the dialog is closed.
    gcTime: 0,
  })
  const numbers = show.data?.payload
  const title = `Numbers of agency ${agencyNo}`
  if (!numbers)
    return (
      <ReasonDialog
        title={title}
        label="Why do you need them?"
        confirm="Show the numbers"
        isBusy={show.isPending}
        problem={show.error?.message}
        onConfirm={(reason) => show.mutate(reason)}
        onClose={onClose}
      />
    )
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="reveal-title">
      <DialogTitle id="reveal-title">{title}</DialogTitle>
      <DialogContent>
        <Facts
          facts={{
            'Tax id': numbers.taxId,
            'Routing number': numbers.bankRoutingNo,
            'Account number': numbers.bankAccountNo,
          }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
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
