import type { Obligation, PolicyConfirmation } from '@tideline/sdk'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { obligationStates } from '@tideline/web-kit/labels/obligation-states.ts'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { Money } from '@tideline/web-kit/ui/Money.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'

const purposes: Record<Obligation['purpose'], string> = {
  newBusiness: 'New policy',
  renewal: 'Renewal',
  rewrite: 'Rewrite',
  installment: 'Installment',
  endorsement: 'Endorsement',
  reinstatement: 'Reinstatement',
  returnedPayment: 'Returned payment',
  adjustment: 'Adjustment',
}

interface PaymentScheduleProps extends Pick<PolicyConfirmation, 'obligations'> {
  /** Numbers of the obligations that auto-pay charges. Empty if auto-pay is off. */
  automaticNos?: readonly number[]
}

/** The invoices and installments of the term with their due dates and states (BIL-12). */
export function PaymentSchedule({ obligations, automaticNos = [] }: PaymentScheduleProps) {
  return (
    <section className="stack-tight payment-schedule">
      <h3>Payment schedule</h3>
      {obligations.length === 0 ? (
        <EmptyState title="Nothing has been billed" text="Amounts appear here with their due dates." />
      ) : (
        <Table
          caption="Payment schedule"
          rows={obligations}
          rowKey={({ obligationNo }) => String(obligationNo)}
          columns={[
            { key: 'due', header: 'Due date', cell: ({ dueDate }) => formatDate(dueDate), isRowHeader: true },
            {
              key: 'purpose',
              header: 'For',
              cell: ({ purpose, obligationNo }) =>
                automaticNos.includes(obligationNo) ? `${purposes[purpose]} · auto-pay` : purposes[purpose],
            },
            { key: 'amount', header: 'Amount', cell: ({ amount }) => <Money amount={amount} />, isNumber: true },
            { key: 'open', header: 'Open', cell: ({ openAmount }) => <Money amount={openAmount} />, isNumber: true },
            {
              key: 'state',
              header: 'Status',
              cell: ({ state }) => (
                <Badge tone={obligationStates[state].tone} icon={obligationStates[state].icon}>
                  {obligationStates[state].label}
                </Badge>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}
