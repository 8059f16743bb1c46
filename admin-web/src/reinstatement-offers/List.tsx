import type { AdminReinstatementOffer } from '@tideline/sdk'
import { DataTable, TextInput } from 'react-admin'
import { toChoices } from '../kit/fields/choices.ts'
import { DateColumn, MoneyColumn } from '../kit/tables/columns.tsx'
import { SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { StateTag } from '../kit/tables/StateChip.tsx'
import { offerStateLabels } from './labels.ts'

const filters = [
  <SelectFilter key="state" source="state" label="Status" alwaysOn choices={toChoices(offerStateLabels)} />,
  <TextInput key="policyNo" source="policyNo" label="Policy" alwaysOn />,
]

const Column = DataTable.Col<AdminReinstatementOffer>

/** The reinstatement offers, sorted by expiration date, earliest first (DEL-19). */
export default function ReinstatementOfferList() {
  return (
    <ResourceList<AdminReinstatementOffer>
      title="Reinstatement Offers"
      noun={['offer', 'offers']}
      emptyHint="An offer appears here when a payment arrives after a cancellation for nonpayment and covers the amount needed."
      emptyWorkList="No open reinstatement offers"
      filters={filters}
      filterDefaultValues={{ state: 'open' }}
      sort={{ field: 'expiresOn', order: 'ASC' }}
      rowClick="show"
      hidden={['createdAt']}
    >
      <Column source="policyNo" label="Policy" disableSort />
      <Column source="insuredName" label="Insured" disableSort />
      <Column
        source="state"
        label="Status"
        disableSort
        render={({ state }) => <StateTag {...offerStateLabels[state]} />}
      />
      <MoneyColumn source="amountReceived" label="Received" disableSort />
      <MoneyColumn source="amountNeeded" label="Needed" disableSort />
      <MoneyColumn source="amountNeededWithLapse" label="Needed with lapse" disableSort />
      <MoneyColumn source="amountOnHold" label="On hold" disableSort />
      <Column
        source="hasNoLossStatement"
        label="No-loss statement"
        disableSort
        render={({ state, hasNoLossStatement }) =>
          state === 'open' ? (hasNoLossStatement ? 'Uploaded' : 'Missing') : ''
        }
      />
      <DateColumn source="expiresOn" label="Expires" />
      <DateColumn source="createdAt" label="Offered" />
      <Column source="decidedByUserName" label="Decided by" disableSort />
    </ResourceList>
  )
}
