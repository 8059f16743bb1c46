import { Create, DateInput, required, SelectInput, SimpleForm, TextInput } from 'react-admin'
import { EditToolbar } from '../kit/fields/EditToolbar.tsx'
import { RateInput } from '../kit/fields/RateInput.tsx'
import { RecordEdit } from '../kit/records/RecordEdit.tsx'
import { productChoices } from './labels.ts'

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

export const OverrideEdit = () => (
  <RecordEdit title="Commission override" transform={buildRequest}>
    <SimpleForm
      toolbar={
        <EditToolbar confirmTitle="Remove this override?" confirmContent="The agency earns the standard rates again." />
      }
    >
      <Fields />
    </SimpleForm>
  </RecordEdit>
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
