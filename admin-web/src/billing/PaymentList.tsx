import { Link } from '@mui/material'
import type { AdminPayment } from '@tideline/sdk'
import {
  DataTable,
  DateField,
  DateInput,
  ExportButton,
  FilterButton,
  List,
  NumberInput,
  SearchInput,
  SelectInput,
  TextInput,
  TopToolbar,
} from 'react-admin'
import { MoneyColumn, oneLine } from '../fields.tsx'
import { StateChip, stateChoices } from '../tables/StateChip.tsx'
import { BillingTabs } from './BillingTabs.tsx'
import { Overpayments } from './Overpayments.tsx'
import { StripeComparison } from './StripeComparison.tsx'

const statuses = stateChoices(['processing', 'paid', 'failed', 'cancelled', 'refunded', 'disputed'])

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Payment, policy, payer or check" />,
  <SelectInput key="paymentStatus" source="paymentStatus" label="Status" choices={statuses} alwaysOn />,
  <TextInput key="agencyNo" source="agencyNo" label="Agency no." />,
  <DateInput key="createdFrom" source="createdFrom" label="From" />,
  <DateInput key="createdTo" source="createdTo" label="To" />,
  <NumberInput key="amountFrom" source="amountFrom" label="Amount from" />,
  <NumberInput key="amountTo" source="amountTo" label="Amount to" />,
]

const Actions = () => (
  <TopToolbar>
    <FilterButton />
    <ExportButton />
  </TopToolbar>
)

const Column = DataTable.Col<AdminPayment>

/** Every payment row of the book; the policy opens in the portal. */
export default function PaymentList() {
  return (
    <>
      <BillingTabs />
      <StripeComparison />
      <Overpayments />
      <List
        title="Billing: Payments"
        filters={filters}
        actions={<Actions />}
        sort={{ field: 'createdAt', order: 'DESC' }}
        perPage={25}
        empty={false}
      >
        <DataTable size="small" rowClick="edit" bulkActionButtons={false} sx={oneLine}>
          <Column source="paymentId" label="Payment" disableSort />
          <Column
            source="policyNo"
            label="Policy"
            render={({ policyNo }) => <Link href={`/policy/embed/${policyNo}`}>{policyNo}</Link>}
          />
          <Column source="insuredName" label="Insured" disableSort />
          <Column source="createdAt" label="Created">
            <DateField source="createdAt" locales="en-US" />
          </Column>
          <Column source="paymentTypeDescription" label="Type" disableSort />
          <Column
            source="paymentStatus"
            label="Status"
            render={({ paymentStatus }) => <StateChip state={paymentStatus} />}
          />
          <Column source="checkNo" label="Check" disableSort />
          <Column source="memo" disableSort />
          <MoneyColumn source="amount" label="Amount" />
        </DataTable>
      </List>
    </>
  )
}
