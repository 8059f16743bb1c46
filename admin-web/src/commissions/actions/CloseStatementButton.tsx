import { Button, Typography } from '@mui/material'
import type { AdminCommissionStatement } from '@tideline/sdk'
import { closeCommissionStatement } from '@tideline/sdk/operations'
import { formatMoney, formatMonth } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { usePermissions } from 'react-admin'
import { FormDialog } from '../../kit/dialogs/FormDialog.tsx'
import { useAction } from '../../kit/useAction.ts'

/** A dialog that closes an open statement permanently, after explaining the effect. */
export function CloseStatementButton({ statement }: { statement: AdminCommissionStatement }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { permissions: roles = [] } = usePermissions<string[]>()
  const { agencyName, total, statementId } = statement
  const name = formatMonth(statement)
  const close = useAction(() => api.call(closeCommissionStatement, { path: { statementId } }), {
    changes: 'everything',
    successMessage: 'The statement was closed.',
    onDone: () => setIsDialogOpen(false),
  })
  if (statement.status !== 'open' || roles.includes('readonly')) return null
  return (
    <>
      <Button variant="outlined" sx={{ alignSelf: 'flex-start' }} onClick={() => setIsDialogOpen(true)}>
        Close statement
      </Button>
      {isDialogOpen ? (
        <FormDialog
          title={`Close ${name} with ${formatMoney(total)}?`}
          size="medium"
          submitLabel="Close statements"
          danger
          isBusy={close.isBusy}
          problem={close.problem}
          onSubmit={() => close.run()}
          onClose={() => setIsDialogOpen(false)}
        >
          <Typography>
            {agencyName} is owed {formatMoney(total)} for {name}. This makes its lines and adjustments final. Later
            activity posts to the next statement. This cannot be undone.
          </Typography>
        </FormDialog>
      ) : null}
    </>
  )
}
