import type { AdminPayment } from '@tideline/sdk'
import { exportAdminPayments } from '@tideline/sdk/operations'
import { getPaymentTypeName } from '@tideline/web-kit/labels/labels.ts'
import { DataTable, DateInput, NumberInput, SearchInput, TextInput } from 'react-admin'
import { PolicyLink } from '../kit/records/PolicyLink.tsx'
import { DateColumn, MoneyColumn } from '../kit/tables/columns.tsx'
import { SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { getStateChoices, StateChip } from '../kit/tables/StateChip.tsx'
import { BillingTabs } from './BillingTabs.tsx'
import { OverpaymentsSection } from './OverpaymentsSection.tsx'
import { StripeReconciliationSection } from './StripeReconciliationSection.tsx'

const statuses = getStateChoices(['processing', 'paid', 'failed', 'cancelled', 'refunded', 'disputed'])

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Payment, policy, payer or check" />,
  <SelectFilter key="paymentStatus" source="paymentStatus" label="Status" choices={statuses} alwaysOn />,
  <TextInput key="agencyNo" source="agencyNo" label="Agency number" />,
  <DateInput key="createdFrom" source="createdFrom" label="From" />,
  <DateInput key="createdTo" source="createdTo" label="To" />,
  <NumberInput key="amountFrom" source="amountFrom" label="Amount from" />,
  <NumberInput key="amountTo" source="amountTo" label="Amount to" />,
]

const Column = DataTable.Col<AdminPayment>

/** The list of all payments. */
export default function PaymentList() {
  return (
    <>
      <BillingTabs />
      <StripeReconciliationSection />
      <OverpaymentsSection />
      <ResourceList<AdminPayment>
        title="Billing: Payments"
        noun={['payment', 'payments']}
        emptyHint="Payments of policyholders, lenders and agencies appear here."
        filters={filters}
        sort={{ field: 'createdAt', order: 'DESC' }}
        rowClick="edit"
        exportBy={exportAdminPayments}
      >
        <Column source="paymentId" label="Payment" disableSort />
        <Column source="policyNo" label="Policy" render={({ policyNo }) => <PolicyLink policyNo={policyNo} />} />
        <Column source="insuredName" label="Insured" disableSort />
        <DateColumn source="createdAt" label="Created" />
        <Column
          source="paymentTypeDescription"
          label="Type"
          disableSort
          render={({ paymentTypeDescription }) => getPaymentTypeName(paymentTypeDescription)}
        />
        <Column
          source="paymentStatus"
          label="Status"
          render={({ paymentStatus }) => <StateChip state={paymentStatus} />}
        />
        <Column source="checkNo" label="Check" disableSort />
        <Column source="memo" disableSort />
        <MoneyColumn source="amount" label="Amount" />
      </ResourceList>
    </>
  )
}
