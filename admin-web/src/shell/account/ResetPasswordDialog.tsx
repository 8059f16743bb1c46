import {
  Alert,
  Autocomplete,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
} from '@mui/material'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { AccountSummary } from '@tideline/sdk'
import { resetAccountPassword, searchAccounts } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { useDebouncedValue } from '@tideline/web-kit/ui/useDebouncedValue.ts'
import { type FormEvent, useState } from 'react'
import { useNotify } from 'react-admin'
import { ErrorList, NewPasswordFields, parseNewPasswordForm } from './NewPasswordFields.tsx'

const getName = ({ FirstName, LastName, Email, Company }: AccountSummary) =>
  `${FirstName} ${LastName}, ${Email}, ${Company}`

/**
 * Resets the password of a user who cannot log in. Staff search for the user by name; the user is notified by email and
 * logged out of all sessions.
 */
export default function ResetPasswordDialog({ onClose }: { onClose: () => void }) {
  const notify = useNotify()
  const [typed, setTyped] = useState('')
  const [account, setAccount] = useState<AccountSummary | null>(null)
  const [problems, setProblems] = useState<string[]>([])
  const q = useDebouncedValue(typed.trim(), 200)
  const found = useQuery({
    queryKey: ['accounts', q],
    queryFn: async () => (await api.call(searchAccounts, { query: { q, take: 20 } })).payload.items,
    enabled: q.length > 1,
  })
  const reset = useMutation({
    mutationFn: ({ AgentId, newPassword }: { AgentId: string; newPassword: string }) =>
      api.call(resetAccountPassword, { path: { agentId: AgentId }, body: { newPassword } }),
    onSuccess: ({ message }) => {
      notify(message, { type: 'success' })
      onClose()
    },
    onError: (error) => setProblems([error.message]),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { newPassword, problems: found } = parseNewPasswordForm(new FormData(event.currentTarget))
    if (!account) found.unshift('Choose an account')
    setProblems(found)
    if (account && found.length === 0) reset.mutate({ AgentId: account.AgentId, newPassword })
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="reset-password-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="reset-password-title">Reset password</DialogTitle>
        <DialogContent>
          <ErrorList sentences={problems} />
          <Autocomplete
            options={found.data ?? []}
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
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={reset.isPending}>
            Reset password
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
