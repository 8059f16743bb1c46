import { MenuItem, TextField, Typography } from '@mui/material'
import type { AdminApiKey } from '@tideline/sdk'
import { rotateAdminApiKey } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { useRedirect } from 'react-admin'
import { FormDialog } from '../../kit/dialogs/FormDialog.tsx'
import { SecretDialog } from '../../kit/dialogs/SecretDialog.tsx'
import { CalendarDateField } from '../../kit/fields/CalendarDateField.tsx'
import { useAction } from '../../kit/useAction.ts'
import { getDateInOneYear, getEndOfDate } from '../labels.ts'

const overlaps = [
  { hours: 0, name: 'No overlap' },
  { hours: 1, name: 'An hour' },
  { hours: 24, name: 'A day' },
  { hours: 168, name: 'A week' },
]

/** A dialog that replaces an API key. Both keys work during the overlap. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: AdminApiKey; onClose: () => void }) {
  const [overlapHours, setOverlapHours] = useState(24)
  const [lastDay, setLastDay] = useState(getDateInOneYear)
  const redirect = useRedirect()
  const rotate = useAction(
    () =>
      api.call(rotateAdminApiKey, {
        path: { id: apiKey.id },
        body: { overlapHours, expiresAt: getEndOfDate(lastDay) },
      }),
    { changes: [] },
  )
  if (rotate.result) {
    const { key, secret } = rotate.result
    return (
      <SecretDialog
        ownerName={key.name}
        label="Key"
        secret={secret}
        onClose={() => redirect('show', 'apiKeys', key.id)}
      />
    )
  }
  return (
    <FormDialog
      title={`Replace key ${apiKey.name}?`}
      submitLabel="Replace key"
      disabledReason={lastDay === '' ? 'Enter the last day of the new key.' : undefined}
      isBusy={rotate.isBusy}
      problem={rotate.problem}
      onSubmit={() => rotate.run()}
      onClose={onClose}
    >
      <Typography>
        The new key has the same account and permissions. The old key stays valid until the overlap period ends.
      </Typography>
      <TextField
        select
        label="Both keys work for"
        value={overlapHours}
        onChange={(change) => setOverlapHours(Number(change.target.value))}
        fullWidth
        margin="normal"
      >
        {overlaps.map(({ hours, name }) => (
          <MenuItem key={hours} value={hours}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <CalendarDateField
        label="The new key expires"
        value={lastDay}
        onChange={(change) => setLastDay(change.target.value)}
        required
        margin="normal"
      />
    </FormDialog>
  )
}
