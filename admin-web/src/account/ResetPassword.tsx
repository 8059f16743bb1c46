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
import { api } from '@tideline/portal-web/session/api.ts'
import { useDebounced } from '@tideline/portal-web/ui/useDebounced.ts'
import type { AccountSummary } from '@tideline/sdk'
import { resetAccountPassword, searchAccounts } from '@tideline/sdk/operations'
import { zAccountPasswordReset } from '@tideline/sdk/zod'
import { type FormEvent, useState } from 'react'
import { useNotify } from 'react-admin'
import { passwordRule } from './ChangePassword.tsx'

const nameOf = ({ FirstName, LastName, Email, Company }: AccountSummary) =>
  `${FirstName} ${LastName}, ${Email}, ${Company}`

/** The password of somebody who cannot get in: found by name, told by mail, signed out everywhere. */
export default function ResetPassword({ onClose }: { onClose: () => void }) {
  const notify = useNotify()
  const [typed, setTyped] = useState('')
  const [account, setAccount] = useState<AccountSummary | null>(null)
  const [problem, setProblem] = useState<string>()
  const q = useDebounced(typed.trim(), 200)
  const found = useQuery({
    queryKey: ['accounts', q],
    queryFn: async () => (await api.call(searchAccounts, { query: { q, take: 20 } })).payload,
    enabled: q.length > 1,
  })
  const reset = useMutation({
    mutationFn: ({ AgentId, newPassword }: { AgentId: string; newPassword: string }) =>
      api.call(resetAccountPassword, { path: { agentId: AgentId }, body: { newPassword } }),
    onSuccess: ({ message }) => {
      notify(message, { type: 'success' })
      onClose()
    },
    onError: (error) => setProblem(error.message),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wish = zAccountPasswordReset.safeParse({ newPassword: new FormData(event.currentTarget).get('newPassword') })
    if (!account) setProblem('Choose the account.')
    else if (!wish.success) setProblem(`Use ${passwordRule}.`)
    else reset.mutate({ AgentId: account.AgentId, newPassword: wish.data.newPassword })
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="reset-password-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="reset-password-title">Reset an account’s password</DialogTitle>
        <DialogContent>
          {problem ? <Alert severity="error">{problem}</Alert> : null}
          <Autocomplete
            options={found.data ?? []}
            getOptionLabel={nameOf}
            getOptionKey={({ AgentId }) => AgentId}
            isOptionEqualToValue={(a, b) => a.AgentId === b.AgentId}
            filterOptions={(options) => options}
            loading={found.isFetching}
            noOptionsText={q.length > 1 ? 'No account fits.' : 'Type at least two letters.'}
            value={account}
            onChange={(_, chosen) => setAccount(chosen)}
            onInputChange={(_, text) => setTyped(text)}
            renderInput={(params) => (
              <TextField {...params} label="Account" margin="normal" helperText="Name, e-mail or company" />
            )}
          />
          <TextField
            name="newPassword"
            label="New password"
            type="password"
            autoComplete="new-password"
            helperText={passwordRule}
            fullWidth
            margin="normal"
          />
          <Alert severity="info">The account is signed out everywhere, and its owner is told by e-mail.</Alert>
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
