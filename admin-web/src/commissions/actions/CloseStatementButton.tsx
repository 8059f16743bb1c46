import { Button, Typography } from '@mui/material'
import type { AdminCommissionStatement } from '@tideline/sdk'
import { closeCommissionStatement } from '@tideline/sdk/operations'
import { formatMoney, formatMonth, formatNumber } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { usePermissions } from 'react-admin'
import { PreviewedActionDialog } from '../../kit/dialogs/PreviewedActionDialog.tsx'
import { DescriptionList } from '../../kit/records/DescriptionList.tsx'
import { formatState } from '../../kit/tables/StateChip.tsx'

/** A dialog that closes an open statement permanently, after a preview of the closed statement. */
function CloseStatementDialog({ statement, onClose }: { statement: AdminCommissionStatement; onClose: () => void }) {
  const { agencyName, total, statementId } = statement
  const name = formatMonth(statement)
  return (
    <PreviewedActionDialog
      title={`Close statement for ${name} of ${formatMoney(total)}?`}
      size="medium"
      submitLabel="Close statement"
      danger
      act={(dryRun) => api.call(closeCommissionStatement, { path: { statementId }, ...dryRun })}
      successMessage="The statement was closed."
      previewInput={statementId}
      preview={({ payload }) => (
        <DescriptionList
          facts={{
            'Status after': formatState(payload.status),
            Lines: formatNumber(payload.transactionCount),
            'Total after': formatMoney(payload.total),
            'Moved to the next statement': formatMoney(statement.pendingCommission),
          }}
        />
      )}
      onClose={onClose}
    >
      <Typography gutterBottom>
        {agencyName} is owed {formatMoney(total)} for {name}. This makes its lines and adjustments final. Later activity
        posts to the next statement. This cannot be undone.
      </Typography>
    </PreviewedActionDialog>
  )
}

/** A button that closes an open statement. */
export function CloseStatementButton({ statement }: { statement: AdminCommissionStatement }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { permissions: roles = [] } = usePermissions<string[]>()
  if (statement.status !== 'open' || roles.includes('readonly')) return null
  return (
    <>
      <Button variant="outlined" sx={{ alignSelf: 'flex-start' }} onClick={() => setIsDialogOpen(true)}>
        Close statement
      </Button>
      {isDialogOpen ? <CloseStatementDialog statement={statement} onClose={() => setIsDialogOpen(false)} /> : null}
    </>
  )
}
