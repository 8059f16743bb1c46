import type { AdminCommissionStatement } from '@tideline/sdk'
import { closeCommissionStatement } from '@tideline/sdk/operations'
import { formatMoney, formatMonth } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { BulkActionButton } from '../../kit/tables/BulkActionButton.tsx'
import { dryRunHeaders } from '../../kit/useDryRun.ts'

const cents = (statements: readonly AdminCommissionStatement[]) =>
  statements.reduce((sum, { total }) => sum + Math.round(total * 100), 0)

/** A button that closes the selected statements that are open. */
export const CloseSelectedStatementsButton = () => (
  <BulkActionButton<AdminCommissionStatement>
    label="Close statements"
    disabledReason="Select an open statement."
    canSelect={({ status }) => status === 'open'}
    title={(rows) =>
      `Close ${rows.length === 1 ? '1 statement' : `${rows.length} statements`} of ${formatMoney(cents(rows) / 100)}?`
    }
    description="This makes their lines and adjustments final. Later activity posts to the next statement. Each agency is notified. This cannot be undone."
    submitLabel="Close statements"
    danger
    nameOf={(statement) => `${statement.agencyName}, ${formatMonth(statement)}`}
    done="closed"
    noun={['statement', 'statements']}
    dryRun={({ statementId }) => api.call(closeCommissionStatement, { path: { statementId }, headers: dryRunHeaders })}
    act={({ statementId }) => api.call(closeCommissionStatement, { path: { statementId } })}
  />
)
