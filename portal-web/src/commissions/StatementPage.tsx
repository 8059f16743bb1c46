import { useMutation, useQuery } from '@tanstack/react-query'
import type { CommissionAdjustment, CommissionFileFormat, CommissionTransaction } from '@tideline/sdk'
import { exportCommissionStatement } from '@tideline/sdk/operations'
import {
  getCommissionStatementOptions,
  listCommissionAdjustmentsOptions,
  listCommissionTransactionsOptions,
  traceCommissionTransactionOptions,
} from '@tideline/sdk/query'
import { formatMoney, formatMonth } from '@tideline/web-kit/formats/format.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { NoticeDialog } from '@tideline/web-kit/screen/NoticeDialog.tsx'
import { QueryErrorState } from '@tideline/web-kit/screen/QueryErrorState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { useTransactionTypes } from '@tideline/web-kit/screen/useTransactionTypes.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { downloadFile } from '@tideline/web-kit/ui/download-file.ts'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { statementStatusText } from './statement-text.ts'

const shown = 200
const formats: CommissionFileFormat[] = ['pdf', 'xlsx', 'csv']

function Downloads({ statementId, name }: { statementId: string; name: string }) {
  const download = useMutation({
    mutationFn: async (format: CommissionFileFormat) => {
      const wanted = { path: { statementId }, query: { format }, parseAs: 'blob' as const }
      downloadFile((await api.call(exportCommissionStatement, wanted)) as Blob, `${name}.${format}`)
    },
  })
  return (
    <div className="row">
      {formats.map((format) => (
        <Button key={format} variant="secondary" busy={download.isPending} onClick={() => download.mutate(format)}>
          Download {format.toUpperCase()}
        </Button>
      ))}
    </div>
  )
}

/**
 * A dialog that shows how a commission was calculated, including the shares of other agencies that the viewer can see.
 */
function CommissionCalculationDialog({
  line: { statementId, id },
  onClose,
}: {
  line: CommissionTransaction
  onClose: () => void
}) {
  const path = { statementId, lineId: id }
  const trace = useQuery({
    ...traceCommissionTransactionOptions({ client: api.client, path }),
    meta: { errors: 'inline' },
  })
  return (
    <NoticeDialog title="Commission calculation" onClose={onClose}>
      {trace.isError ? (
        <QueryErrorState title="This could not be loaded" error={trace.error} onRetry={() => void trace.refetch()} />
      ) : trace.data ? (
        <ol>
          {trace.data.payload.steps.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
      ) : (
        <Skeleton lines={5} label="Loading the calculation" />
      )}
    </NoticeDialog>
  )
}

function Lines({ lines }: { lines: readonly CommissionTransaction[] }) {
  const types = useTransactionTypes()
  const [traced, trace] = useState<CommissionTransaction>()
  if (lines.length === 0) return <EmptyState title="No transactions posted in this month" />
  return (
    <>
      <Table
        caption="Lines"
        rows={lines}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'policy',
            header: 'Policy',
            isRowHeader: true,
            cell: ({ policyNo }) => <Link to={paths.policy(policyNo)}>{policyNo}</Link>,
          },
          { key: 'insured', header: 'Insured', cell: ({ insuredName }) => insuredName },
          {
            key: 'type',
            header: 'Type',
            cell: ({ transactionType, isOverride }) =>
              `${types.get(transactionType) ?? transactionType}${isOverride ? ' (override)' : ''}`,
          },
          { key: 'posted', header: 'Posted', cell: ({ postDate }) => <DateText value={postDate} /> },
          { key: 'premium', header: 'Premium', isNumber: true, cell: ({ premium }) => formatMoney(premium) },
          { key: 'rate', header: 'Rate', isNumber: true, cell: ({ rate }) => `${Math.round(rate * 10_000) / 100}%` },
          {
            key: 'commission',
            header: 'Commission',
            isNumber: true,
            cell: ({ commission }) => formatMoney(commission),
          },
          {
            key: 'payable',
            header: 'Payable',
            cell: ({ isPending }) => (isPending ? 'After the first payment' : 'Yes'),
          },
          {
            key: 'trace',
            header: 'Calculation',
            cell: (line) => (
              <Button variant="quiet" aria-label={`View calculation for ${line.policyNo}`} onClick={() => trace(line)}>
                View
              </Button>
            ),
          },
        ]}
      />
      {traced && <CommissionCalculationDialog line={traced} onClose={() => trace(undefined)} />}
    </>
  )
}

const Adjustments = ({ adjustments }: { adjustments: readonly CommissionAdjustment[] }) => (
  <Table
    caption="Adjustments"
    rows={adjustments}
    rowKey={({ adjustementId }) => adjustementId}
    columns={[
      { key: 'description', header: 'Description', isRowHeader: true, cell: ({ description }) => description },
      {
        key: 'amount',
        header: 'Amount',
        isNumber: true,
        cell: ({ adjustmentAmount }) => formatMoney(adjustmentAmount),
      },
    ]}
  />
)

/** A commission statement with its lines, adjustments, and files. */
export function StatementPage() {
  const { statementId = '' } = useParams()
  usePageTitle('Commission statement')
  const of = { client: api.client, path: { statementId } }
  const meta = { errors: 'inline' as const }
  const statement = useQuery({ ...getCommissionStatementOptions(of), meta })
  const lines = useQuery({ ...listCommissionTransactionsOptions({ ...of, query: { take: shown } }), meta })
  const adjustments = useQuery({ ...listCommissionAdjustmentsOptions(of), meta })
  const failed = [statement, lines, adjustments].find(({ isError }) => isError)
  if (failed)
    return (
      <QueryErrorState
        title="The statement could not be loaded"
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    )
  const head = statement.data?.payload
  const page = lines.data?.payload
  if (!head || !page)
    return (
      <Card>
        <Skeleton lines={10} label="Loading the statement" />
      </Card>
    )
  const { agencyName, agencyNo, status, premium, commission, pendingCommission, adjustments: added, total } = head
  const { paidOn, paymentReference } = head
  const all = adjustments.data?.payload ?? []
  return (
    <>
      <header className="page-head">
        <h1>
          {agencyName} ({agencyNo}), {formatMonth(head)}
        </h1>
        <Link to={paths.statements({ month: `${head.year}-${String(head.month).padStart(2, '0')}` })}>
          All statements of the month
        </Link>
      </header>
      <div className="stack">
        <Card
          title="Totals"
          actions={<Downloads statementId={statementId} name={`commission-${agencyNo}-${head.year}-${head.month}`} />}
        >
          <DetailList
            facts={[
              { label: 'Status', value: statementStatusText[status] },
              ...(paidOn
                ? [
                    { label: 'Payout date', value: <DateText value={paidOn} /> },
                    { label: 'Reference', value: paymentReference },
                  ]
                : []),
              { label: 'Premium without fees and taxes', value: formatMoney(premium), isNumber: true },
              { label: 'Commission', value: formatMoney(commission), isNumber: true },
              ...(pendingCommission === 0
                ? []
                : [
                    { label: 'Pending until the first payment', value: formatMoney(pendingCommission), isNumber: true },
                  ]),
              { label: 'Adjustments', value: formatMoney(added), isNumber: true },
              { label: 'Total', value: formatMoney(total), isNumber: true, isTotal: true },
            ]}
          />
        </Card>
        <Card title="Lines">
          <Lines lines={page.items} />
          {page.nextCursor && <p className="muted">The first {shown} lines. The files contain all lines.</p>}
        </Card>
        {all.length > 0 && (
          <Card title="Adjustments">
            <Adjustments adjustments={all} />
          </Card>
        )}
      </div>
    </>
  )
}
