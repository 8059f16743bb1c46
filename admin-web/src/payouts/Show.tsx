import { Alert, Button, TextField, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { GetPayoutBatchResponse, PayoutBatch, PayoutFileFormat, PayoutItem } from '@tideline/sdk'
import {
  approvePayoutBatch,
  exportPayoutBatch,
  markPayoutBatchPaid,
  returnPayout,
  voidPayoutBatch,
} from '@tideline/sdk/operations'
import { getPayoutBatchOptions, getPayoutBatchQueryKey } from '@tideline/sdk/query'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { formatDate, formatDateTime, formatMoney, formatMonth, formatNumber } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { downloadFile } from '@tideline/web-kit/ui/download-file.ts'
import { type ReactNode, useState } from 'react'
import { Title, useNotify, usePermissions } from 'react-admin'
import { Link, useParams } from 'react-router'
import { DryRunPreview } from '../kit/dialogs/DryRunPreview.tsx'
import { FormDialog } from '../kit/dialogs/FormDialog.tsx'
import { CalendarDateField } from '../kit/fields/CalendarDateField.tsx'
import { getPayload } from '../kit/get-payload.ts'
import { DescriptionList } from '../kit/records/DescriptionList.tsx'
import { KeyFigures } from '../kit/records/KeyFigures.tsx'
import { RecordLayout } from '../kit/records/RecordLayout.tsx'
import { Section, SectionState } from '../kit/records/Section.tsx'
import { WrappingRow } from '../kit/records/WrappingRow.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { StateTag } from '../kit/tables/StateChip.tsx'
import { useAction } from '../kit/useAction.ts'
import { dryRunHeaders, useDryRun } from '../kit/useDryRun.ts'
import { statusLabels } from './labels.ts'

interface ActionProps {
  label: string
  title: string
  submitLabel?: string
  danger?: boolean
  successMessage: string
  run: (text: (name: string) => string) => Promise<GetPayoutBatchResponse>
  /** The action as a dry run, for an action without fields. */
  dryRun?: () => Promise<GetPayoutBatchResponse>
  children: ReactNode
}

/** The dialog of an action. Shows the batch after the action, if the action has a dry run. */
function BatchActionDialog({ onClose, ...props }: ActionProps & { onClose: () => void }) {
  const { label, title, submitLabel = label, danger = false, successMessage, run, dryRun, children } = props
  const queryClient = useQueryClient()
  const action = useAction(run, {
    changes: [],
    successMessage,
    onDone: (response) => {
      const path = { batchId: response.payload.batchId }
      queryClient.setQueryData(getPayoutBatchQueryKey({ client: api.client, path }), response)
      onClose()
    },
  })
  const planned = useDryRun(dryRun ?? (() => Promise.resolve(undefined)), dryRun && label)
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      danger={danger}
      isReady={!dryRun || planned.result !== undefined}
      isBusy={action.isBusy}
      problem={action.problem}
      onSubmit={action.run}
      onClose={onClose}
    >
      {children}
      <DryRunPreview dryRun={planned}>
        {(response) =>
          response ? (
            <DescriptionList
              facts={{
                'Status after': statusLabels[response.payload.status].word,
                Statements: formatNumber(response.payload.statementCount),
                Total: formatMoney(response.payload.total),
              }}
            />
          ) : null
        }
      </DryRunPreview>
    </FormDialog>
  )
}

/** A button that opens a confirmation dialog for an action. The page then shows the updated batch. */
function BatchAction(props: ActionProps) {
  const { label, danger = false } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="outlined" {...(danger && { color: 'error' })} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen ? <BatchActionDialog {...props} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

function Downloads({ batch }: { batch: PayoutBatch }) {
  const notify = useNotify()
  const download = useAction(
    async (format: PayoutFileFormat) => {
      const wanted = { path: { batchId: batch.batchId }, query: { format }, parseAs: 'blob' as const }
      const file = (await api.call(exportPayoutBatch, wanted)) as unknown as Blob
      downloadFile(file, `payout-${batch.batchNo}.${format === 'ach' ? 'ach.txt' : 'csv'}`)
    },
    { changes: [], onFailed: (problem) => notify(getErrorMessage(problem), { type: 'error' }) },
  )
  return (
    <>
      <Button size="small" variant="outlined" disabled={download.isBusy} onClick={() => download.run('csv')}>
        Download CSV
      </Button>
      {batch.status === 'ready' ? (
        <Button size="small" variant="outlined" disabled={download.isBusy} onClick={() => download.run('ach')}>
          Download ACH file
        </Button>
      ) : null}
    </>
  )
}

function Actions({ batch }: { batch: PayoutBatch }) {
  const { batchId, batchNo, status, total } = batch
  const path = { batchId }
  const isOpen = status === 'ready' || status === 'pendingApproval'
  return (
    <WrappingRow>
      <Downloads batch={batch} />
      {status === 'pendingApproval' ? (
        <BatchAction
          label="Approve batch"
          title={`Approve batch ${batchNo} of ${formatMoney(total)}?`}
          successMessage="The payout batch was approved."
          run={() => api.call(approvePayoutBatch, { path })}
          dryRun={() => api.call(approvePayoutBatch, { path, headers: dryRunHeaders })}
        >
          <Typography>
            The bank file can be downloaded after that. You cannot approve a batch that you created.
          </Typography>
        </BatchAction>
      ) : null}
      {status === 'ready' ? (
        <BatchAction
          label="Mark as paid"
          title={`Mark batch ${batchNo} as paid?`}
          successMessage="The payout batch was marked as paid."
          run={(text) =>
            api.call(markPayoutBatchPaid, {
              path,
              body: { paidOn: text('paidOn'), paymentReference: text('paymentReference') },
            })
          }
        >
          <Typography>Its statements become Paid, and each agency gets an email.</Typography>
          <CalendarDateField name="paidOn" label="Payout date" required margin="normal" />
          <TextField
            name="paymentReference"
            label="Reference at the bank"
            required
            fullWidth
            margin="normal"
            slotProps={{ htmlInput: { maxLength: 100 } }}
          />
        </BatchAction>
      ) : null}
      {isOpen ? (
        <BatchAction
          label="Void batch"
          title={`Void batch ${batchNo}?`}
          danger
          successMessage="The payout batch was voided."
          run={(text) => api.call(voidPayoutBatch, { path, body: { reason: text('reason') } })}
        >
          <Typography>Its statements can be added to another batch. Do not send a file that you downloaded.</Typography>
          <TextField name="reason" label="Reason" required fullWidth margin="normal" />
        </BatchAction>
      ) : null}
    </WrappingRow>
  )
}

function Items({ batch, mayChange }: { batch: PayoutBatch; mayChange: boolean }) {
  return (
    <SimpleTable<PayoutItem>
      label="Statements"
      rows={batch.items}
      rowKey={({ statementId }) => statementId}
      columns={[
        { heading: 'Agency', isTitle: true, cell: ({ agencyName, agencyNo }) => `${agencyName} (${agencyNo})` },
        {
          heading: 'Month',
          cell: ({ statementId, ...item }) => <Link to={`/commissions/${statementId}`}>{formatMonth(item)}</Link>,
        },
        { heading: 'Amount', isNumber: true, cell: ({ amount }) => formatMoney(amount) },
        {
          heading: 'Returned',
          cell: ({ returnedAt, returnNote }) => (returnedAt ? `${formatDate(returnedAt)}: ${returnNote}` : ''),
        },
        {
          heading: '',
          cell: ({ statementId, returnedAt, agencyName }) =>
            mayChange && batch.status === 'paid' && !returnedAt ? (
              <BatchAction
                label="Record return"
                title={`Record the returned payout to ${agencyName}?`}
                submitLabel="Record return"
                successMessage="The returned payout was recorded."
                run={(text) =>
                  api.call(returnPayout, {
                    path: { batchId: batch.batchId, statementId },
                    body: { note: text('note') },
                  })
                }
              >
                <Typography>The statement is closed again, and can be paid in another batch.</Typography>
                <TextField name="note" label="Reason of the bank" required fullWidth margin="normal" />
              </BatchAction>
            ) : null,
        },
      ]}
    />
  )
}

function Batch({ batch }: { batch: PayoutBatch }) {
  const { permissions: roles = [] } = usePermissions<string[]>()
  const mayChange = !roles.includes('readonly')
  const { status, total, createdAt, createdBy, approvedAt, approvedBy, paidOn, paymentReference, voidReason } = batch
  return (
    <>
      <KeyFigures
        figures={[
          ['Total', formatMoney(total)],
          ['Created', `${formatDateTime(createdAt)} by ${createdBy}`],
          ...(approvedAt ? [['Approved', `${formatDateTime(approvedAt)} by ${approvedBy}`] as const] : []),
          ...(paidOn ? [['Paid', `${formatDate(paidOn)}, ${paymentReference}`] as const] : []),
        ]}
      />
      {status === 'pendingApproval' ? (
        <Alert severity="info">This batch needs the approval of a second person before it can be exported.</Alert>
      ) : null}
      {voidReason ? <Alert severity="info">Voided: {voidReason}</Alert> : null}
      <Section title={`Statements (${batch.statementCount})`}>
        <Items batch={batch} mayChange={mayChange} />
      </Section>
    </>
  )
}

/** The page of one payout batch, with its statements, files and actions. */
export default function PayoutBatchPage() {
  const { batchId = '' } = useParams()
  const { permissions: roles = [] } = usePermissions<string[]>()
  const mayChange = !roles.includes('readonly')
  const query = useQuery({ ...getPayoutBatchOptions({ client: api.client, path: { batchId } }), select: getPayload })
  const { data } = query
  return (
    <RecordLayout
      title={data ? `Payout batch ${data.batchNo}` : 'Payout batch'}
      status={data ? <StateTag {...statusLabels[data.status]} /> : undefined}
      actions={data && mayChange ? <Actions batch={data} /> : undefined}
      activity={{ subjectId: batchId }}
    >
      <Title title="Payout batch" />
      <SectionState query={query}>{data ? <Batch batch={data} /> : null}</SectionState>
    </RecordLayout>
  )
}
