import { Button, TextField, Typography } from '@mui/material'
import type { AdminCommissionAdjustment, AdminCommissionStatement, CommissionTransaction } from '@tideline/sdk'
import { formatDate, formatMoney, formatMonth, formatPercent } from '@tideline/web-kit/formats/format.ts'
import { useTransactionTypes } from '@tideline/web-kit/screen/useTransactionTypes.ts'
import { type ReactNode, useState } from 'react'
import { Show, useCreate, useDelete, useGetList, useNotify, useRecordContext, useRefresh } from 'react-admin'
import { Link, Navigate, useParams } from 'react-router'
import { Alert } from '../kit/Alert.tsx'
import { FormDialog } from '../kit/dialogs/FormDialog.tsx'
import { KeyFigures } from '../kit/records/KeyFigures.tsx'
import { PolicyLink } from '../kit/records/PolicyLink.tsx'
import { RecordLayout } from '../kit/records/RecordLayout.tsx'
import { Section } from '../kit/records/Section.tsx'
import { WrappingRow } from '../kit/records/WrappingRow.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { formatState, StateChip } from '../kit/tables/StateChip.tsx'
import { CloseStatementButton } from './actions/CloseStatementButton.tsx'
import { CommissionTraceButton } from './actions/CommissionTraceButton.tsx'
import { StatementDownloadButtons } from './actions/StatementDownloadButtons.tsx'
import { getMonthPath } from './months.ts'

function Lines({ statementId }: { statementId: string }) {
  const types = useTransactionTypes()
  const query = useGetList<CommissionTransaction>('commissionTransactions', {
    filter: { statementId },
    sort: { field: 'postDate', order: 'ASC' },
    pagination: { page: 1, perPage: 1000 },
  })
  const { data, total } = query
  return (
    <Section
      title={total === undefined ? 'Lines' : `Lines (${total})`}
      query={query}
      empty={data?.length === 0 ? 'No transactions posted in this month.' : undefined}
    >
      <SimpleTable<CommissionTransaction>
        label="Lines"
        rows={data ?? []}
        rowKey={({ id }) => id}
        columns={[
          { heading: 'Posted', cell: ({ postDate }) => formatDate(postDate) },
          {
            heading: 'Policy',
            isTitle: true,
            cell: ({ policyNo }) => <PolicyLink policyNo={policyNo} />,
          },
          { heading: 'Insured', cell: ({ insuredName }) => insuredName ?? '' },
          {
            heading: 'Type',
            cell: ({ transactionType, isOverride }) =>
              `${types.get(transactionType) ?? transactionType}${isOverride ? ' (override)' : ''}`,
          },
          { heading: 'Premium', isNumber: true, cell: ({ premium }) => formatMoney(premium) },
          { heading: 'Rate', isNumber: true, cell: ({ rate }) => formatPercent(rate) },
          { heading: 'Commission', isNumber: true, cell: ({ commission }) => formatMoney(commission) },
          { heading: 'Payable', cell: ({ isPending }) => (isPending ? 'After the first payment' : 'Yes') },
          { heading: '', cell: (line) => <CommissionTraceButton line={line} /> },
        ]}
      />
    </Section>
  )
}

function AddAdjustmentDialog({ statementId, onClose }: { statementId: string; onClose: () => void }) {
  const [create, { isPending, error }] = useCreate()
  const notify = useNotify()
  const refresh = useRefresh()
  const submit = (text: (name: string) => string) => {
    const data = {
      statementId,
      description: text('description').trim(),
      adjustmentAmount: Number(text('amount')),
      privateNotes: text('privateNotes').trim() || null,
    }
    create(
      'commissionAdjustments',
      { data },
      {
        onSuccess: () => {
          notify('The adjustment was added.', { type: 'success' })
          refresh()
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title="Add adjustment"
      submitLabel="Add adjustment"
      isBusy={isPending}
      problem={error ? { text: (error as Error).message } : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField name="description" label="Description" required fullWidth margin="normal" />
      <TextField
        name="amount"
        label="Amount in dollars"
        type="number"
        required
        fullWidth
        margin="normal"
        slotProps={{ htmlInput: { step: 0.01 } }}
      />
      <TextField name="privateNotes" label="Private notes" fullWidth margin="normal" multiline />
    </FormDialog>
  )
}

function RemoveAdjustmentButton({ adjustment }: { adjustment: AdminCommissionAdjustment }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [remove, { isPending }] = useDelete()
  const notify = useNotify()
  const refresh = useRefresh()
  const confirm = () =>
    remove(
      'commissionAdjustments',
      { id: adjustment.id },
      {
        onSuccess: () => {
          notify('The adjustment was removed.', { type: 'success' })
          refresh()
        },
        onError: (problem) => notify((problem as Error).message, { type: 'error' }),
        onSettled: () => setIsDialogOpen(false),
      },
    )
  return (
    <>
      <Button size="small" aria-label={`Remove ${adjustment.description}`} onClick={() => setIsDialogOpen(true)}>
        Remove
      </Button>
      {isDialogOpen ? (
        <FormDialog
          title={`Remove “${adjustment.description}”?`}
          submitLabel="Remove"
          danger
          isBusy={isPending}
          problem={undefined}
          onSubmit={confirm}
          onClose={() => setIsDialogOpen(false)}
        />
      ) : null}
    </>
  )
}

function Adjustments({ statement }: { statement: AdminCommissionStatement }) {
  const [isAdding, setIsAdding] = useState(false)
  const query = useGetList<AdminCommissionAdjustment>('commissionAdjustments', {
    filter: { statementId: statement.id },
    sort: { field: 'createdAt', order: 'ASC' },
    pagination: { page: 1, perPage: 1000 },
  })
  const { data } = query
  const isOpen = statement.status === 'open'
  return (
    <Section title="Adjustments" query={query}>
      {data?.length === 0 ? (
        <Typography color="text.secondary" role="status">
          {isOpen
            ? 'No adjustments. An adjustment increases or reduces the commission and includes a note to the agency.'
            : 'No adjustments.'}
        </Typography>
      ) : (
        <SimpleTable<AdminCommissionAdjustment>
          label="Adjustments"
          rows={data ?? []}
          rowKey={({ id }) => id}
          columns={[
            { heading: 'Description', cell: ({ description }) => description },
            { heading: 'Private notes', cell: ({ privateNotes }) => privateNotes ?? '' },
            { heading: 'Amount', isNumber: true, cell: ({ adjustmentAmount }) => formatMoney(adjustmentAmount) },
            ...(isOpen
              ? [
                  {
                    heading: '',
                    cell: (row: AdminCommissionAdjustment) =>
                      row.carriedFromStatementId ? null : <RemoveAdjustmentButton adjustment={row} />,
                  },
                ]
              : []),
          ]}
        />
      )}
      {isOpen ? (
        <Button sx={{ marginTop: 1 }} onClick={() => setIsAdding(true)}>
          Add adjustment
        </Button>
      ) : (
        <Typography variant="body2">
          The statement is {formatState(statement.status).toLowerCase()}. Add corrections to the open month.
        </Typography>
      )}
      {isAdding ? <AddAdjustmentDialog statementId={statement.id} onClose={() => setIsAdding(false)} /> : null}
    </Section>
  )
}

function Statement() {
  const statement = useRecordContext<AdminCommissionStatement>()
  if (!statement) return null
  const { agencyNo, agencyName, premium, commission, pendingCommission, adjustments, total, status } = statement
  const { paidOn, paymentReference, returnedPayoutNote } = statement
  return (
    <RecordLayout
      title={`${agencyName} (${agencyNo}), ${formatMonth(statement)}`}
      status={<StateChip state={status} />}
      actions={<CloseStatementButton statement={statement} />}
      activity={{ subjectId: statement.id }}
    >
      <KeyFigures
        figures={[
          ['Premium', formatMoney(premium)],
          ['Commission', formatMoney(commission)],
          ...(pendingCommission === 0 ? [] : [['Pending commission', formatMoney(pendingCommission)] as const]),
          ['Adjustments', formatMoney(adjustments)],
          ['Total', formatMoney(total)],
        ]}
      />
      {pendingCommission === 0 ? null : (
        <Typography color="text.secondary">
          Commission on a renewal is pending until its first payment settles. It is not part of the total.
        </Typography>
      )}
      {paidOn ? (
        <Typography>
          Paid on {formatDate(paidOn)}. Reference: {paymentReference}
        </Typography>
      ) : null}
      {status === 'carried' ? (
        <Typography>The balance was carried forward to the next open statement of the agency.</Typography>
      ) : null}
      {returnedPayoutNote ? (
        <Alert severity="warning">The bank returned the last payout: {returnedPayoutNote}</Alert>
      ) : null}
      <WrappingRow spacing={2}>
        <StatementDownloadButtons statement={statement} />
        <Link to={getMonthPath(statement)}>All agencies for the month</Link>
        <Link to={`/overrides/${agencyNo}`}>Agency rates and overrides</Link>
      </WrappingRow>
      <Lines statementId={statement.id} />
      <Adjustments statement={statement} />
    </RecordLayout>
  )
}

/** Redirects to the agency's statement for the month in the URL, if the page shows a different statement. */
function MonthRedirect({ month, year, children }: { month: number; year: number; children: ReactNode }) {
  const statement = useRecordContext<AdminCommissionStatement>()
  const isOther = statement !== undefined && (statement.month !== month || statement.year !== year)
  const { data, isPending } = useGetList<AdminCommissionStatement>(
    'commissions',
    { filter: { agencyNo: statement?.agencyNo, month, year }, pagination: { page: 1, perPage: 1 } },
    { enabled: isOther },
  )
  if (!isOther) return children
  if (isPending) return null
  const [found] = data ?? []
  if (found) return <Navigate replace to={`/commissions/${found.id}/${month}/${year}`} />
  return (
    <Alert severity="info" sx={{ margin: 2 }}>
      {statement.agencyName} has no statement for {formatMonth({ year, month })}.
    </Alert>
  )
}

/**
 * The page of a statement with its lines and adjustments. If the URL contains a month and year, redirects to the
 * agency's statement for that month.
 */
export default function CommissionShow() {
  const { id, '*': rest = '' } = useParams()
  const [month, year] = rest.split('/').map(Number)
  return (
    <Show id={id} title="Commission statement" actions={false}>
      {month && year ? (
        <MonthRedirect month={month} year={year}>
          <Statement />
        </MonthRedirect>
      ) : (
        <Statement />
      )}
    </Show>
  )
}
