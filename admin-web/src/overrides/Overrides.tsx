import type { AdminCommissionOverride } from '@tideline/sdk'
import { formatPercent } from '@tideline/web-kit/formats/format.ts'
import {
  Create,
  DataTable,
  DateInput,
  DeleteWithConfirmButton,
  Edit,
  required,
  SaveButton,
  SearchInput,
  SelectInput,
  SimpleForm,
  TextInput,
  Toolbar,
  usePermissions,
} from 'react-admin'
import { RateInput } from '../kit/fields/RateInput.tsx'
import { productNames } from '../kit/products.ts'
import { DateColumn } from '../kit/tables/columns.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { RemoveOverridesButton } from './RemoveOverridesButton.tsx'

export const productChoices = Object.entries(productNames).map(([id, name]) => ({ id: Number(id), name }))

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Agency number or name" />,
  <SelectInput key="productId" source="productId" label="Product" choices={productChoices} alwaysOn />,
]

const Column = DataTable.Col<AdminCommissionOverride>

export function OverrideList() {
  return (
    <ResourceList<AdminCommissionOverride>
      title="Commission Overrides"
      noun={['override', 'overrides']}
      filters={filters}
      create="Add an override"
      bulkActions={<RemoveOverridesButton />}
      sort={{ field: 'effectiveDate', order: 'DESC' }}
      rowClick={({ agencyNo }) => `/overrides/${agencyNo}`}
    >
      <Column source="agencyNo" label="Agency" />
      <Column source="agencyName" label="Name" disableSort />
      <Column source="productId" label="Product" render={({ productId }) => productNames[productId]} />
      <Column source="newRate" label="New business" disableSort render={({ newRate }) => formatPercent(newRate)} />
      <Column
        source="renewalRate"
        label="Renewal"
        disableSort
        render={({ renewalRate }) => formatPercent(renewalRate)}
      />
      <DateColumn source="effectiveDate" label="From" />
    </ResourceList>
  )
}

interface OverrideFormValues {
  agencyNo: string
  productId: number
  newRate: number
  renewalRate: number
  effectiveDate: string
}
const buildRequest = ({
  agencyNo,
  productId,
  newRate,
  renewalRate,
  effectiveDate,
}: OverrideFormValues): OverrideFormValues => ({
  agencyNo,
  productId,
  newRate,
  renewalRate,
  effectiveDate,
})

const Fields = () => (
  <>
    <TextInput source="agencyNo" label="Agency number" validate={required()} />
    <SelectInput source="productId" label="Product" choices={productChoices} validate={required()} />
    <RateInput source="newRate" label="New business, in percent" />
    <RateInput source="renewalRate" label="Renewal, in percent" />
    <DateInput
      source="effectiveDate"
      label="From"
      validate={required()}
      helperText="The rates apply to premium posted on this date or later. The date cannot be in a closed month."
    />
  </>
)

function EditToolbar() {
  const { permissions: roles = [] } = usePermissions<string[]>()
  if (roles.includes('readonly')) return null
  return (
    <Toolbar sx={{ justifyContent: 'space-between' }}>
      <SaveButton />
      <DeleteWithConfirmButton
        confirmTitle="Remove this override?"
        confirmContent="The agency earns the standard rates again."
      />
    </Toolbar>
  )
}

export const OverrideEdit = () => (
  <Edit title="Commission override" mutationMode="pessimistic" transform={buildRequest}>
    <SimpleForm toolbar={<EditToolbar />}>
      <Fields />
    </SimpleForm>
  </Edit>
)

export function OverrideCreate() {
  return (
    <Create title="New commission override" redirect="list" transform={buildRequest}>
      <SimpleForm>
        <Fields />
      </SimpleForm>
    </Create>
  )
}
