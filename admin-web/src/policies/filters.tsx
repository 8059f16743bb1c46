import type { WaitingFor } from '@tideline/sdk'
import { DateInput, SearchInput, TextInput } from 'react-admin'
import { toChoices } from '../kit/fields/choices.ts'
import { productNames } from '../kit/products.ts'
import { BooleanFilter, SelectFilter } from '../kit/tables/filters.tsx'

const statuses = ['Active', 'Bound', 'Pending Cancel', 'Non-renew', 'Cancelled', 'Expired', 'Inactive']

const pendingChoices: Record<WaitingFor, string> = {
  signature: 'Signature',
  payment: 'Payment',
  cancellation: 'Cancellation to be finalized',
  documents: 'Cancellation document',
  renewalHold: 'Past-due balance for renewal',
}

export const policyFilters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Policy, insured or address" />,
  <SelectFilter key="status" source="status" choices={statuses.map((id) => ({ id, name: id }))} alwaysOn />,
  <SelectFilter
    key="productId"
    source="productId"
    label="Product"
    choices={Object.entries(productNames).map(([id, name]) => ({ id: Number(id), name }))}
  />,
  <TextInput key="policyNo" source="policyNo" label="Policy or quote number" />,
  <TextInput key="insuredName" source="insuredName" label="Insured’s name" />,
  <TextInput key="address" source="address" label="Address" />,
  <TextInput key="agencyNo" source="agencyNo" label="Agency number (with sub-agencies)" />,
  <BooleanFilter key="isPaid" source="isPaid" label="Paid" />,
  <BooleanFilter key="isSigned" source="isSigned" label="Signed" />,
  <SelectFilter key="waitsFor" source="waitsFor" label="Awaiting" choices={toChoices(pendingChoices)} />,
  <DateInput key="inceptionFrom" source="inceptionFrom" label="Inception from" />,
  <DateInput key="inceptionTo" source="inceptionTo" label="Inception to" />,
]
