import { Button, TextField, Typography } from '@mui/material'
import type { AdminAgency } from '@tideline/sdk'
import { changeAgencyParent } from '@tideline/sdk/operations'
import { formatCount } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { useRecordContext } from 'react-admin'
import { FormDialog } from '../../kit/dialogs/FormDialog.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useSubAgencies } from '../SubAgenciesSection.tsx'

const policies = (count: number) => (count === 1 ? '1 policy' : `${count} policies`)

/** Explains the effect of moving an agency to another parent agency. */
function MoveSummary({ agency, to }: { agency: AdminAgency; to: string }) {
  const { data: below } = useSubAgencies(agency.agencyNo)
  const from = agency.parentAgencyNo
  const subAgencyCount = below?.length ?? 0
  return (
    <>
      <Typography gutterBottom>
        The parent agency of {agency.company} changes {from ? `from ${from} ` : ''}to {to || '…'}.
        {subAgencyCount > 0 ? ` It keeps its ${formatCount(subAgencyCount, 'sub-agency', 'sub-agencies')}.` : ''}
      </Typography>
      <Typography component="ul" sx={{ paddingLeft: 3 }}>
        <li>
          The new parent agency and its parents can view the {policies(agency.policyCount)} immediately.
          {from ? ` Agency ${from} and its parents no longer can.` : ''}
        </li>
        <li>
          Commission that is already on an open or closed statement stays there. The agency’s own rates do not change.
        </li>
        <li>Parent agencies’ overrides on this agency’s premium stay in effect until they are changed.</li>
        <li>The audit log records the previous parent.</li>
      </Typography>
    </>
  )
}

function MoveAgencyDialog({ agency, onClose }: { agency: AdminAgency; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const to = typed.trim()
  const move = useAction(
    () => api.call(changeAgencyParent, { body: { NewParentAgentNo: to, ChildAgentNo: agency.agencyNo } }),
    {
      changes: 'everything',
      successMessage: `Agency ${agency.agencyNo} is now a sub-agency of ${to}.`,
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title={`Change parent of agency ${agency.agencyNo}`}
      submitLabel="Change parent"
      disabledReason={to === '' ? 'Enter the number of the new parent agency.' : undefined}
      isBusy={move.isBusy}
      problem={move.problem}
      onSubmit={() => move.run()}
      onClose={onClose}
    >
      <TextField
        label="New parent agency number"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        required
        fullWidth
        margin="normal"
      />
      <MoveSummary agency={agency} to={to} />
    </FormDialog>
  )
}

/** A button that moves the current agency to another parent agency. */
export function ChangeParentAgencyButton() {
  const agency = useRecordContext<AdminAgency>()
  const [isOpen, setIsOpen] = useState(false)
  if (!agency) return null
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        Change parent
      </Button>
      {isOpen ? <MoveAgencyDialog agency={agency} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
