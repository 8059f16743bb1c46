import type { PolicyConfirmation, PolicyInvoice } from '@tideline/sdk'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Day } from '@tideline/web-kit/ui/Day.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { Facts } from '@tideline/web-kit/ui/Facts.tsx'
import { Money } from '@tideline/web-kit/ui/Money.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'
import { getPermissions } from '../base/may-of.ts'
import type { PolicyCard } from '../base/policy-card.ts'
import { getTotals, openAmount, paidBy, shortId } from './invoices.ts'
import { useOpenWizard } from './useWizardFlag.ts'

/** The invoices with their payers and open amounts. */
export function InvoicesCard({ policy }: { policy: PolicyConfirmation }) {
  const openWizard = useOpenWizard()
  const { invoices, due } = policy.invoices
  const mayPay = getPermissions(policy, 'pay')
  const totals = getTotals(invoices)
  const open = openAmount(due)
  return (
    <Card title="Invoices" fold="narrow">
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
                cell: ({ invoiceId }) => <span title={invoiceId}>{shortId(invoiceId)}</span>,
                isRowHeader: true,
              },
              { key: 'date', header: 'Date', cell: ({ createdAt }) => <Day value={createdAt} /> },
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
                        Paid by {paidBy(invoice)}
                      </Badge>
                    )
                  ) : mayPay ? (
                    <Button
                      variant="quiet"
                      aria-label={`Pay invoice ${shortId(invoice.invoiceId)}`}
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
          <Facts
            facts={[{ label: open.label, value: <Money amount={open.amount} />, isNumber: true, isTotal: true }]}
          />
        </>
      )}
    </Card>
  )
}

export const card: PolicyCard = { column: 'main', place: 40, ofPolicy: InvoicesCard }
