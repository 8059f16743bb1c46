import type { PolicyConfirmation, PolicyInvoice } from '@tideline/sdk'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { describeAmountDue } from '@tideline/web-kit/labels/amount-due.ts'
import { getToday } from '@tideline/web-kit/labels/labels.ts'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { Money } from '@tideline/web-kit/ui/Money.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'
import type { PolicyCard } from '../base/policy-card.ts'
import { isActionAllowed } from '../base/policy-permissions.ts'
import { useAutoPay } from '../payments/useAutoPay.ts'
import { calculateInvoiceTotals, getInvoicePayer, getOpenAmount, shortenInvoiceId } from './invoices.ts'
import { PaymentSchedule } from './PaymentSchedule.tsx'
import { useOpenWizard } from './useWizardHashFlag.ts'

/** Card with the invoices, their payers, and their open amounts. */
export function InvoicesCard({ policy }: { policy: PolicyConfirmation }) {
  const openWizard = useOpenWizard()
  const { autoPay, charge } = useAutoPay(policy)
  const amountDue = describeAmountDue(policy, {
    ...{ today: getToday(new Date()), isInsured: policy.viewer.kind === 'insured', charge },
  })
  const { invoices, due } = policy.invoices
  const mayPay = isActionAllowed(policy, 'pay')
  const totals = calculateInvoiceTotals(invoices)
  const ids = invoices.map(({ invoiceId }) => invoiceId)
  const open = getOpenAmount(due)
  return (
    <Card title="Invoices" fold="collapsed" summary={`${open.label}: ${formatMoney(open.amount)}`}>
      {invoices.length === 0 ? (
        <EmptyState title="No invoices on this policy" />
      ) : (
        <>
          <Table
            caption="Invoices"
            rows={invoices}
            rowKey={({ invoiceId }) => invoiceId}
            columns={[
              {
                key: 'id',
                header: 'ID',
                cell: ({ invoiceId }) => <span title={invoiceId}>{shortenInvoiceId(invoiceId, ids)}</span>,
                isRowHeader: true,
              },
              { key: 'date', header: 'Date', cell: ({ createdAt }) => <DateText value={createdAt} /> },
              {
                key: 'premium',
                header: 'Premium',
                cell: ({ grossPremium }) => <Money amount={grossPremium} />,
                isNumber: true,
              },
              {
                key: 'total',
                header: 'Total',
                cell: ({ totalPremium }) => <Money amount={totalPremium} />,
                isNumber: true,
              },
              ...(invoices.some(({ creditsApplied }) => creditsApplied > 0)
                ? [
                    {
                      key: 'credits',
                      header: 'Credits applied',
                      cell: ({ creditsApplied }: PolicyInvoice) => <Money amount={creditsApplied} />,
                      isNumber: true,
                    },
                  ]
                : []),
              {
                key: 'actions',
                header: 'Actions',
                cell: (invoice) =>
                  invoice.isPaid ? (
                    invoice.invoicePayments.length > 0 && (
                      <Badge tone="success" icon="done">
                        Paid by {getInvoicePayer(invoice)}
                      </Badge>
                    )
                  ) : mayPay ? (
                    <Button
                      variant="quiet"
                      aria-label={`Pay invoice ${shortenInvoiceId(invoice.invoiceId, ids)}`}
                      onClick={() => openWizard('pay')}
                    >
                      Pay
                    </Button>
                  ) : (
                    'Open'
                  ),
              },
            ]}
            totals={{
              id: 'Total',
              premium: <Money amount={totals.premium} />,
              total: <Money amount={totals.total} />,
            }}
          />
          <DetailList
            facts={[
              { label: open.label, value: <Money amount={open.amount} />, isNumber: true, isTotal: true },
              ...(charge && amountDue && amountDue.state !== 'pastDue'
                ? [{ label: amountDue.label, value: <Money amount={amountDue.amount} />, isNumber: true }]
                : []),
            ]}
          />
          <PaymentSchedule
            obligations={policy.obligations}
            automaticNos={autoPay?.consent ? autoPay.includedObligations : []}
          />
        </>
      )}
    </Card>
  )
}

export const card: PolicyCard = { column: 'main', order: 40, PolicyComponent: InvoicesCard }
