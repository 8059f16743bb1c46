import type { PolicyConfirmation, PolicyPayment } from '@tideline/sdk'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { getPaymentTypeName } from '@tideline/web-kit/labels/labels.ts'
import { getReceiptPath } from '@tideline/web-kit/paths.ts'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { usePolicyPagePaths } from '@tideline/web-kit/screen/policy-page-paths.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { Badge, type BadgeTone } from '@tideline/web-kit/ui/Badge.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import type { IconName } from '@tideline/web-kit/ui/Icon.tsx'
import { Money } from '@tideline/web-kit/ui/Money.tsx'
import { Pagination } from '@tideline/web-kit/ui/Pagination.tsx'
import { pageSize } from '@tideline/web-kit/ui/pagination.ts'
import { Table, type TableColumn } from '@tideline/web-kit/ui/Table.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PolicyCard } from '../base/policy-card.ts'
import { isActionAllowed } from '../base/policy-permissions.ts'
import { hasReceipt } from './has-receipt.ts'
import { RefundsOnHold } from './RefundsOnHold.tsx'
import { TransferCell, TransferStatusMark } from './TransferCell.tsx'
import { getTransferTitle } from './transfer-title.ts'

const TransferDialog = lazyDialog(() => import('./TransferDialog.tsx'), 'TransferDialog')
const ApplyCheckDialog = lazyDialog(() => import('./ApplyCheckDialog.tsx'), 'ApplyCheckDialog')

const looks: Record<PolicyPayment['paymentStatus'], { tone: BadgeTone; icon: IconName; word: string }> = {
  processing: { tone: 'info', icon: 'clock', word: 'Processing' },
  requires_action: { tone: 'warning', icon: 'attention', word: 'Waiting for confirmation' },
  paid: { tone: 'success', icon: 'done', word: 'Paid' },
  failed: { tone: 'danger', icon: 'cancelled', word: 'Failed' },
  cancelled: { tone: 'neutral', icon: 'cancelled', word: 'Cancelled' },
  refunded: { tone: 'neutral', icon: 'returned', word: 'Refunded' },
  disputed: { tone: 'warning', icon: 'attention', word: 'Disputed' },
}

function StatusOf({ payment }: { payment: PolicyPayment }) {
  const { tone, icon, word } = looks[payment.paymentStatus]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}

/** Amount, date and status of a payment, in one line. */
const PaymentSummary = ({ payment }: { payment: PolicyPayment }) => (
  <span className="payment-summary">
    <StatusOf payment={payment} />
    <span>
      {formatMoney(payment.amount)} · {formatDate(payment.createdAt)}
    </span>
  </span>
)

interface PaymentsCardProps {
  policy: PolicyConfirmation
  /** By default, the card is expanded if the policy is cancelled, because refunds are on it. */
  isExpanded?: boolean
}

/** The payments of a policy, newest first. The collapsed card shows the newest one (UI-27). */
export function PaymentsCard({ policy, isExpanded = policy.isPolicyCancelled }: PaymentsCardProps) {
  const { policyNo, payments, viewer } = policy
  const [latest] = payments
  const session = useSession()
  const places = usePolicyPagePaths()
  const [moving, setMoving] = useState<PolicyPayment>()
  const [isApplying, setIsApplying] = useState(false)
  const [page, setPage] = useState(1)
  const shown = payments.slice((page - 1) * pageSize, page * pageSize)
  // Agents and read-only staff see in the status column why a payment cannot be transferred (PAY-15). Policyholders do
  // not.
  const canTransfer = viewer.kind === 'internal' && !viewer.isReadonly
  const mayApply = isActionAllowed(policy, 'applyCheck')
  const hasChecks = payments.some(({ checkNo }) => checkNo)
  const columns: TableColumn<PolicyPayment>[] = [
    ...(canTransfer
      ? [
          {
            key: 'transfer',
            header: 'Transfer',
            cell: (payment: PolicyPayment) => <TransferCell {...{ payment, viewer }} onTransfer={setMoving} />,
          },
        ]
      : []),
    {
      key: 'receipt',
      header: 'Receipt',
      cell: (payment) =>
        hasReceipt(payment) ? (
          <Link to={places.portal(getReceiptPath(session?.accountType, policyNo, payment.policyPaymentId))}>
            Receipt<span className="visually-hidden"> of {payment.paymentId}</span>
          </Link>
        ) : (
          '–'
        ),
    },
    ...(hasChecks
      ? [
          {
            key: 'check',
            header: 'Check Number',
            cell: ({ checkNo }: PolicyPayment) => checkNo ?? '–',
            isLabelled: true as const,
            isEmpty: ({ checkNo }: PolicyPayment) => !checkNo,
          },
        ]
      : []),
    {
      key: 'id',
      header: 'Payment ID',
      cell: ({ paymentId }) => <span className="payment-id">{paymentId}</span>,
      isRowHeader: true,
    },
    { key: 'created', header: 'Created', cell: ({ createdAt }) => <DateText value={createdAt} /> },
    { key: 'type', header: 'Type', cell: ({ paymentTypeDescription }) => getPaymentTypeName(paymentTypeDescription) },
    {
      key: 'status',
      header: 'Status',
      cell: (payment) => (
        <>
          <StatusOf payment={payment} />
          {viewer.kind !== 'insured' && !canTransfer && (
            <TransferStatusMark title={getTransferTitle(payment, viewer)} />
          )}
        </>
      ),
    },
    {
      key: 'amount',
      header: 'Amount',
      cell: ({ amount, feeAmount }) => (
        <>
          <Money amount={amount} />
          {feeAmount > 0 && <div className="muted small">and {formatMoney(feeAmount)} card fee</div>}
        </>
      ),
      isNumber: true,
    },
    {
      key: 'description',
      header: 'Description',
      cell: ({ description, failureReason }) => (
        <>
          {description}
          {failureReason && <div className="payment-failure">{failureReason}</div>}
        </>
      ),
    },
  ]
  return (
    <>
      <Card
        title="Payments"
        className="payments-card"
        fold={isExpanded ? undefined : 'collapsed'}
        summary={latest ? <PaymentSummary payment={latest} /> : 'No payments'}
        actions={
          mayApply && (
            <Button variant="secondary" onClick={() => setIsApplying(true)}>
              Apply Check
            </Button>
          )
        }
      >
        {policy.isPolicyCancelled && <RefundsOnHold policyNo={policyNo} viewer={viewer} />}
        {payments.length === 0 ? (
          <EmptyState title="No payments have been made for this policy" />
        ) : (
          <Table
            caption="Payments"
            rows={shown}
            rowKey={({ policyPaymentId }) => policyPaymentId}
            cards={[
              ['id', 'amount'],
              ['type', 'status'],
              ['created', 'receipt'],
              canTransfer ? ['description', 'transfer'] : ['description', 'description'],
              ...(hasChecks ? [['check', 'check'] as const] : []),
            ]}
            columns={columns}
          />
        )}
        {payments.length > pageSize && (
          <Pagination
            label="Pages of the payments"
            page={page}
            shown={shown.length}
            total={payments.length}
            onPage={setPage}
          />
        )}
      </Card>
      {moving && <TransferDialog policy={policy} payment={moving} onClose={() => setMoving(undefined)} />}
      {isApplying && <ApplyCheckDialog policyNo={policyNo} onClose={() => setIsApplying(false)} />}
    </>
  )
}

export const card: PolicyCard = { column: 'main', order: 60, isDeferred: true, PolicyComponent: PaymentsCard }
