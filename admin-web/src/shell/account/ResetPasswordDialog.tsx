import { Autocomplete, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { AccountSummary } from '@tideline/sdk'
import { resetAccountPassword } from '@tideline/sdk/operations'
import { searchAccountsOptions } from '@tideline/sdk/query'
import { api } from '@tideline/web-kit/session/api.ts'
import { useDebouncedValue } from '@tideline/web-kit/ui/useDebouncedValue.ts'
import { useState } from 'react'
import { Alert } from '../../kit/Alert.tsx'
import { FormDialog } from '../../kit/dialogs/FormDialog.tsx'
import { getPayload } from '../../kit/get-payload.ts'
import { useAction } from '../../kit/useAction.ts'
import { ErrorList, NewPasswordFields, parseNewPasswordForm } from './NewPasswordFields.tsx'

const getName = ({ FirstName, LastName, Email, Company }: AccountSummary) =>
  `${FirstName} ${LastName}, ${Email}, ${Company}`

/**
 * Resets the password of a user who cannot log in. Staff search for the user by name. The user is emailed and logged
 * out of all sessions.
 */
export default function ResetPasswordDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [account, setAccount] = useState<AccountSummary | null>(null)
  const [problems, setProblems] = useState<string[]>([])
  const q = useDebouncedValue(typed.trim(), 200)
  const found = useQuery({
    ...searchAccountsOptions({ client: api.client, query: { q, take: 20 } }),
    select: getPayload,
    enabled: q.length > 1,
  })
  const reset = useAction(
    ({ AgentId, newPassword }: { AgentId: string; newPassword: string }) =>
      api.call(resetAccountPassword, { path: { agentId: AgentId }, body: { newPassword } }),
    { changes: [], successMessage: ({ message }) => message, onDone: onClose },
  )
  const submit = (text: (name: string) => string) => {
    reset.reset()
    const { newPassword, problems: found } = parseNewPasswordForm(text)
    if (!account) found.unshift('Choose an account')
    setProblems(found)
    if (account && found.length === 0) reset.run({ AgentId: account.AgentId, newPassword })
  }
  return (
    <FormDialog
      title="Reset password"
      size="medium"
      submitLabel="Reset password"
      isBusy={reset.isBusy}
      problem={reset.problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <ErrorList sentences={problems} />
      <Autocomplete
        options={found.data?.items ?? []}
        getOptionLabel={getName}
        getOptionKey={({ AgentId }) => AgentId}
        isOptionEqualToValue={(a, b) => a.AgentId === b.AgentId}
        filterOptions={(options) => options}
        loading={found.isFetching}
        noOptionsText={q.length > 1 ? 'No matching account.' : 'Type at least two letters.'}
        value={account}
        onChange={(_, chosen) => setAccount(chosen)}
        onInputChange={(_, text) => setTyped(text)}
        renderInput={(params) => (
          <TextField {...params} label="Account" margin="normal" helperText="Name, email or company" />
        )}
      />
      <NewPasswordFields />
      <Alert severity="info">The account is logged out everywhere, and its owner is notified by email.</Alert>
    </FormDialog>
  )
}
