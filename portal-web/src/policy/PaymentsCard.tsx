import type { PolicyPayment } from '@tideline/sdk'
import { Link } from 'react-router'
import { receiptPathFor } from '../paths.ts'
import { useSession } from '../session/session.ts'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { Day } from '../ui/Day.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Money } from '../ui/Money.tsx'
import { type Column, Table } from '../ui/Table.tsx'

const looks: Record<PolicyPayment['paymentStatus'], { tone: BadgeTone; icon: string; word: string }> = {
  processing: { tone: 'info', icon: '◷', word: 'Processing' },
  requires_action: { tone: 'warning', icon: '!', word: 'Waiting for confirmation' },
  paid: { tone: 'success', icon: '✓', word: 'Paid' },
  failed: { tone: 'danger', icon: '✕', word: 'Failed' },
  cancelled: { tone: 'neutral', icon: '✕', word: 'Cancelled' },
  refunded: { tone: 'neutral', icon: '↩', word: 'Refunded' },
  disputed: { tone: 'warning', icon: '!', word: 'Disputed' },
}

/** Type 12 is a transfer; it has no receipt (spec 1 §6). */
const hasReceipt = ({ paymentTypeId, paymentStatus }: PolicyPayment) => paymentTypeId !== 12 && paymentStatus === 'paid'

function StatusOf({ payment }: { payment: PolicyPayment }) {
  const { tone, icon, word } = looks[payment.paymentStatus]
  return (
    <>
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
      {payment.failureReason && <span className="field-help"> {payment.failureReason}</span>}
    </>
  )
}

export function PaymentsCard({ policyNo, payments }: { policyNo: string; payments: readonly PolicyPayment[] }) {
  const session = useSession()
  const hasChecks = payments.some(({ checkNo }) => checkNo)
  const columns: Column<PolicyPayment>[] = [
    {
      key: 'receipt',
      header: 'Receipt',
      cell: (payment) =>
        hasReceipt(payment) ? (
          <Link to={receiptPathFor(session?.accountType, policyNo, payment.policyPaymentId)}>
            Receipt<span className="visually-hidden"> of {payment.paymentId}</span>
          </Link>
        ) : (
          '–'
        ),
    },
    ...(hasChecks
      ? [{ key: 'check', header: 'Check Number', cell: ({ checkNo }: PolicyPayment) => checkNo ?? '–' }]
      : []),
    { key: 'id', header: 'Payment ID', cell: ({ paymentId }) => paymentId, isRowHeader: true },
    { key: 'created', header: 'Created', cell: ({ createdAt }) => <Day value={createdAt} /> },
    { key: 'type', header: 'Type', cell: ({ paymentTypeDescription }) => paymentTypeDescription },
    { key: 'status', header: 'Status', cell: (payment) => <StatusOf payment={payment} /> },
    { key: 'amount', header: 'Amount', cell: ({ amount }) => <Money amount={amount} />, isNumber: true },
  ]
  return (
    <Card title="Payments">
      {payments.length === 0 ? (
        <EmptyState title="No payments have been made for this policy" />
      ) : (
        <Table caption="Payments" rows={payments} rowKey={({ policyPaymentId }) => policyPaymentId} columns={columns} />
      )}
    </Card>
  )
}
