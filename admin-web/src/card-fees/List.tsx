import type { AdminCardFee } from '@tideline/sdk'
import { formatMoney, formatPercent } from '@tideline/web-kit/formats/format.ts'
import { DataTable } from 'react-admin'
import { DateColumn } from '../kit/tables/columns.tsx'
import { SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { brandChoices, brandLabels } from './labels.ts'

const getCountry = ({ country }: AdminCardFee) => (country === '*' ? 'Outside the US' : country)

const filters = [<SelectFilter key="brand" source="brand" label="Brand" choices={brandChoices} alwaysOn />]

const Column = DataTable.Col<AdminCardFee>

/** The card fees by brand, issuing country and effective date. */
export default function CardFeeList() {
  return (
    <ResourceList<AdminCardFee>
      title="Card Fees"
      noun={['card fee', 'card fees']}
      emptyHint="Fees for card payments, by brand and country, appear here."
      filters={filters}
      create="Add card fee"
      sort={{ field: 'effectiveDate', order: 'DESC' }}
      rowClick="edit"
    >
      <Column source="brand" label="Brand" render={({ brand }) => brandLabels[brand]} />
      <Column source="country" label="Issued in" render={getCountry} />
      <Column source="rate" label="Rate" render={({ rate }) => formatPercent(rate)} />
      <Column
        source="fixedAmount"
        label="Fixed fee"
        align="right"
        disableSort
        render={({ fixedAmount }) => formatMoney(fixedAmount)}
      />
      <DateColumn source="effectiveDate" label="From" />
    </ResourceList>
  )
}
