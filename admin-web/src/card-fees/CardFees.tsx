import type { AdminCardFee, AdminCardFeeWrite } from '@tideline/sdk'
import { formatPercent } from '@tideline/web-kit/formats/format.ts'
import {
  Create,
  DataTable,
  DateInput,
  DeleteWithConfirmButton,
  Edit,
  NumberInput,
  required,
  SaveButton,
  SelectInput,
  SimpleForm,
  TextInput,
  Toolbar,
  usePermissions,
} from 'react-admin'
import { RateInput } from '../kit/fields/RateInput.tsx'
import { DateColumn, MoneyColumn } from '../kit/tables/columns.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'

const names = {
  default: 'All other brands',
  visa: 'Visa',
  mastercard: 'Mastercard',
  jcb: 'JCB',
  discover: 'Discover',
  amex: 'American Express',
  diners: 'Diners',
} as const satisfies Record<AdminCardFee['brand'], string>
const brands = Object.entries(names).map(([id, name]) => ({ id, name }))
const getCountry = ({ country }: AdminCardFee) => (country === '*' ? 'Outside the US' : country)

const filters = [<SelectInput key="brand" source="brand" label="Brand" choices={brands} alwaysOn />]

const Column = DataTable.Col<AdminCardFee>

/** The card fees by brand, issuing country and effective date. */
export const CardFeeList = () => (
  <ResourceList<AdminCardFee>
    title="Card Fees"
    noun={['fee', 'fees']}
    filters={filters}
    create="Add a fee"
    sort={{ field: 'effectiveDate', order: 'DESC' }}
    rowClick="edit"
  >
    <Column source="brand" label="Brand" render={({ brand }) => names[brand]} />
    <Column source="country" label="Issued in" render={getCountry} />
    <Column source="rate" label="Rate" render={({ rate }) => formatPercent(rate)} />
    <MoneyColumn source="fixedAmount" label="And" disableSort />
    <DateColumn source="effectiveDate" label="From" />
  </ResourceList>
)

const buildRequest = ({ brand, country, rate, fixedAmount, effectiveDate }: AdminCardFeeWrite): AdminCardFeeWrite => ({
  ...{ brand, country, rate, fixedAmount, effectiveDate },
})

const Fields = () => (
  <>
    <SelectInput source="brand" label="Brand" choices={brands} validate={required()} />
    <TextInput
      source="country"
      label="Issued in"
      helperText="Two letters; * means all other countries."
      validate={required()}
    />
    <RateInput source="rate" label="Rate, in percent" />
    <NumberInput source="fixedAmount" label="Fixed fee in dollars" min={0} step={0.01} validate={required()} />
    <DateInput source="effectiveDate" label="From" helperText="Earlier charges do not change." validate={required()} />
  </>
)

function EditToolbar() {
  const { permissions: roles = [] } = usePermissions<string[]>()
  if (roles.includes('readonly')) return null
  return (
    <Toolbar sx={{ justifyContent: 'space-between' }}>
      <SaveButton />
      <DeleteWithConfirmButton
        confirmTitle="Remove this fee?"
        confirmContent="The fee for all other brands applies instead. Earlier charges do not change."
      />
    </Toolbar>
  )
}

export const CardFeeEdit = () => (
  <Edit title="Card fee" mutationMode="pessimistic" redirect="list" transform={buildRequest}>
    <SimpleForm toolbar={<EditToolbar />}>
      <Fields />
    </SimpleForm>
  </Edit>
)

export const CardFeeCreate = () => (
  <Create title="New card fee" redirect="list" transform={buildRequest}>
    <SimpleForm>
      <Fields />
    </SimpleForm>
  </Create>
)
