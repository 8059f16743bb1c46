import { Button, TextField, Typography } from '@mui/material'
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
import { Alert } from '../kit/Alert.tsx'
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

interface BatchField {
  name: string
  label: string
  isDate?: boolean
  maxLength?: number
}

/** The entered values by field name. */
type FieldValues = Readonly<Record<string, string>>

interface ActionProps {
  label: string
  title: string
  danger?: boolean
  successMessage: string
  fields?: readonly BatchField[]
  run: (values: FieldValues, options?: { headers: typeof dryRunHeaders }) => Promise<GetPayoutBatchResponse>
  /** What the action would change, from the batch that the dry run returned. */
  describeResult?: (batch: PayoutBatch) => Record<string, string>
  children: ReactNode
}

const describeBatch = ({ status, statementCount, total }: PayoutBatch) => ({
  'Status after': statusLabels[status].word,
  Statements: formatNumber(statementCount),
  Total: formatMoney(total),
})

/** The dialog of an action. Shows what the action would change as soon as all fields are filled in (UI-23). */
function BatchActionDialog({ onClose, ...props }: ActionProps & { onClose: () => void }) {
  const { label, title, danger = false, successMessage, fields = [], run, describeResult, children } = props
  const queryClient = useQueryClient()
  const [values, setValues] = useState<FieldValues>({})
  const action = useAction(() => run(values), {
    changes: [],
    successMessage,
    onDone: (response) => {
      const path = { batchId: response.payload.batchId }
      queryClient.setQueryData(getPayoutBatchQueryKey({ client: api.client, path }), response)
      onClose()
    },
  })
  const missing = fields.find(({ name }) => !values[name]?.trim())
  // A text does not change the result, so typing in it does not repeat the dry run.
  const dates = fields.flatMap(({ name, isDate }) => (isDate ? [values[name]] : []))
  const dryRun = useDryRun(() => run(values, { headers: dryRunHeaders }), missing ? undefined : dates.join())
  return (
    <FormDialog
      title={title}
      submitLabel={label}
      danger={danger}
      disabledReason={missing ? `Enter: ${missing.label}.` : dryRun.disabledReason}
      isBusy={action.isBusy}
      problem={action.problem}
      onSubmit={() => action.run()}
      onClose={onClose}
    >
      {children}
      {fields.map(({ name, label, isDate, maxLength }) => {
        const field = {
          ...{ name, label, value: values[name] ?? '', required: true, margin: 'normal' as const },
          onChange: ({ target }: { target: { value: string } }) =>
            setValues((before) => ({ ...before, [name]: target.value })),
        }
        return isDate ? (
          <CalendarDateField key={name} {...field} />
        ) : (
          <TextField key={name} {...field} fullWidth slotProps={{ htmlInput: { maxLength } }} />
        )
      })}
      <DryRunPreview dryRun={dryRun}>
        {({ payload }) => <DescriptionList facts={(describeResult ?? describeBatch)(payload)} />}
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
          run={(_, options) => api.call(approvePayoutBatch, { path, ...options })}
        >
          <Typography>
            The bank file can be downloaded after that. You cannot approve a batch that you created. If a statement has
            an earlier batch, confirm with the bank that it was not paid.
          </Typography>
        </BatchAction>
      ) : null}
      {status === 'ready' ? (
        <BatchAction
          label="Mark as paid"
          title={`Mark batch ${batchNo} as paid?`}
          successMessage="The payout batch was marked as paid."
          fields={[
            { name: 'paidOn', label: 'Payout date', isDate: true },
            { name: 'paymentReference', label: 'Reference at the bank', maxLength: 100 },
          ]}
          run={({ paidOn = '', paymentReference = '' }, options) =>
            api.call(markPayoutBatchPaid, { path, body: { paidOn, paymentReference }, ...options })
          }
        >
          <Typography>Its statements become Paid, and each agency gets an email.</Typography>
        </BatchAction>
      ) : null}
      {isOpen ? (
        <BatchAction
          label="Void batch"
          title={`Void batch ${batchNo}?`}
          danger
          successMessage="The payout batch was voided."
          fields={[{ name: 'reason', label: 'Reason' }]}
          run={({ reason = '' }, options) => api.call(voidPayoutBatch, { path, body: { reason }, ...options })}
        >
          <Typography>
            Its statements can be added to another batch. Do not send a file that you downloaded. If the ACH file was
            downloaded, the other batch requires approval by a second person.
          </Typography>
        </BatchAction>
      ) : null}
    </WrappingRow>
  )
}

/** Describes what recording a return would change: the returned payout and the payouts of the batch that stay paid. */
function describeReturn(items: readonly PayoutItem[], statementId: string) {
  const isPaid = ({ returnedAt }: PayoutItem) => returnedAt === null
  const getTotal = (of: readonly PayoutItem[]) => formatMoney(of.reduce((sum, { amount }) => sum + amount, 0))
  const returned = items.filter((item) => item.statementId === statementId)
  return {
    Statement: returned.map(formatMonth).join(),
    'Returned amount': getTotal(returned),
    'Still paid in this batch': getTotal(items.filter(isPaid)),
  }
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
          heading: 'Earlier batch',
          isNumber: true,
          cell: ({ earlierBatchNo }) => earlierBatchNo ?? '',
        },
        {
          heading: '',
          cell: ({ statementId, returnedAt, agencyName }) =>
            mayChange && batch.status === 'paid' && !returnedAt ? (
              <BatchAction
                label="Record return"
                title={`Record the returned payout to ${agencyName}?`}
                successMessage="The returned payout was recorded."
                fields={[{ name: 'note', label: 'Reason from the bank' }]}
                run={({ note = '' }, options) =>
                  api.call(returnPayout, { path: { batchId: batch.batchId, statementId }, body: { note }, ...options })
                }
                describeResult={({ items }) => describeReturn(items, statementId)}
              >
                <Typography>
                  The statement is closed again, and can be paid in another batch after a second person approves it.
                </Typography>
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
