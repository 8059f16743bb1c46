import type { AdminApiKey } from '@tideline/sdk'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { DataTable, SearchInput, TextInput } from 'react-admin'
import { toChoices } from '../kit/fields/choices.ts'
import { SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { ApiKeyStateTag } from './ApiKeyStateTag.tsx'
import { stateLabels } from './labels.ts'

const states = toChoices(stateLabels)

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Description, prefix or email" />,
  <SelectFilter key="state" source="state" label="Status" choices={states} alwaysOn />,
  <TextInput key="agencyNo" source="agencyNo" label="Agency number" />,
]

const lastUse = ({ lastUsedAt }: AdminApiKey) => (lastUsedAt ? formatDate(lastUsedAt) : 'Never')
const Column = DataTable.Col<AdminApiKey>

/** All API keys, with description, account, expiration date and last use. */
export default function KeyList() {
  return (
    <ResourceList<AdminApiKey>
      title="API Keys"
      noun={['key', 'keys']}
      emptyHint="Keys that let programs call the API as an agent or as yourself, with the permissions you choose, appear here."
      create="Create key"
      filters={filters}
      sort={{ field: 'createdAt', order: 'DESC' }}
      rowClick="show"
    >
      <Column source="name" label="Description" />
      <Column source="prefix" label="Prefix" disableSort />
      <Column source="accountEmail" label="Acts as" disableSort />
      <Column source="state" label="Status" disableSort render={({ state }) => <ApiKeyStateTag state={state} />} />
      <Column source="lastUsedAt" label="Last used" render={lastUse} />
      <Column source="expiresAt" label="Expires" render={({ expiresAt }) => formatDate(expiresAt)} />
      <Column source="createdAt" label="Created" render={({ createdAt }) => formatDate(createdAt)} />
    </ResourceList>
  )
}
