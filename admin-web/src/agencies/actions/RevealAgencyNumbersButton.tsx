import { Button, MenuItem, TextField } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import type { RevealRequest } from '@tideline/sdk'
import { revealAgencyNumbers } from '@tideline/sdk/operations'
import { revealReasons } from '@tideline/sdk/words'
import { zRevealRequest } from '@tideline/sdk/zod'
import { toActionProblem } from '@tideline/web-kit/screen/action-options.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { usePermissions } from 'react-admin'
import { FormDialog } from '../../kit/dialogs/FormDialog.tsx'
import { NoticeDialog } from '../../kit/dialogs/NoticeDialog.tsx'
import { DescriptionList } from '../../kit/records/DescriptionList.tsx'

/** The roles that can see an agency's full numbers. The server enforces the same rule. */
const rolesWithFullNumbers = ['superuser', 'financeadmin']

function RevealNumbersDialog({ agencyNo, onClose }: { agencyNo: string; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [reference, setReference] = useState('')
  const request = zRevealRequest.safeParse({ reason, reference: reference.trim() })
  const show = useMutation({
    mutationFn: (body: RevealRequest) => api.call(revealAgencyNumbers, { path: { agencyNo }, body }),
    // Removes the numbers from memory when the dialog closes.
    gcTime: 0,
  })
  const numbers = show.data?.payload
  const title = `Numbers of agency ${agencyNo}`
  if (!numbers)
    return (
      <FormDialog
        title={title}
        submitLabel="Show numbers"
        disabledReason={request.success ? undefined : 'Choose a reason and enter its reference.'}
        isBusy={show.isPending}
        problem={show.error ? toActionProblem(show.error) : undefined}
        onSubmit={() => request.success && show.mutate(request.data)}
        onClose={onClose}
      >
        <TextField
          select
          label="Reason"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          required
          fullWidth
          margin="normal"
        >
          {revealReasons.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label="Payment, statement or case number"
          helperText="The reason and your name are recorded in the audit log. You can reveal agency numbers 10 times in 24 hours."
          value={reference}
          onChange={(event) => setReference(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 60 } }}
          required
          fullWidth
          margin="normal"
        />
      </FormDialog>
    )
  return (
    <NoticeDialog title={title} onClose={onClose}>
      <DescriptionList
        facts={{
          'Tax ID': numbers.taxId,
          'Routing number': numbers.bankRoutingNo,
          'Account number': numbers.bankAccountNo,
        }}
      />
    </NoticeDialog>
  )
}

/**
 * Shows an agency's full tax ID and bank numbers to users with a permitted role. They must enter a reason and a
 * reference first.
 */
export function RevealAgencyNumbersButton({ agencyNo }: { agencyNo: string }) {
  const { permissions: roles = [] } = usePermissions<string[]>()
  const [isOpen, setIsOpen] = useState(false)
  if (roles.includes('readonly') || !rolesWithFullNumbers.some((role) => roles.includes(role))) return null
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        Show numbers in full
      </Button>
      {isOpen ? <RevealNumbersDialog agencyNo={agencyNo} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
