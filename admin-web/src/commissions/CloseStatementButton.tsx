import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import type { AdminCommissionStatement } from '@tideline/sdk'
import { closeCommissionStatement } from '@tideline/sdk/operations'
import { formatMoney, formatMonth } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { useNotify, usePermissions, useRefresh } from 'react-admin'

/** A dialog that closes an open statement permanently, after explaining the effect. */
export function CloseStatementButton({ statement }: { statement: AdminCommissionStatement }) {
  const [isAsking, setIsAsking] = useState(false)
  const { permissions: roles = [] } = usePermissions<string[]>()
  const notify = useNotify()
  const refresh = useRefresh()
  const { agencyName, total, statementId } = statement
  const name = formatMonth(statement)
  const close = useMutation({
    mutationFn: () => api.call(closeCommissionStatement, { path: { statementId } }),
    onSuccess: () => {
      notify('The statement was closed.', { type: 'success' })
      setIsAsking(false)
      refresh()
    },
  })
  if (statement.status !== 'open' || roles.includes('readonly')) return null
  return (
    <>
      <Button variant="outlined" sx={{ alignSelf: 'flex-start' }} onClick={() => setIsAsking(true)}>
        Close statement
      </Button>
      <Dialog open={isAsking} onClose={() => setIsAsking(false)} aria-labelledby="close-title">
        <DialogTitle id="close-title">
          Close {name} with {formatMoney(total)}?
        </DialogTitle>
        <DialogContent>
          {close.isError ? <Alert severity="error">{close.error.message}</Alert> : null}
          <Typography>
            {agencyName} is owed {formatMoney(total)} for {name}. This makes its lines and adjustments final. Later
            activity posts to the next statement. This cannot be undone.
          </Typography>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setIsAsking(false)}>Cancel</Button>
          <Button color="error" disabled={close.isPending} onClick={() => close.mutate()}>
            Close statements
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
