import type { AdminCardFeeWrite } from '@tideline/sdk'
import { Create, DateInput, NumberInput, required, SelectInput, SimpleForm, TextInput } from 'react-admin'
import { CreateToolbar } from '../kit/fields/CreateToolbar.tsx'
import { EditToolbar } from '../kit/fields/EditToolbar.tsx'
import { RateInput } from '../kit/fields/RateInput.tsx'
import { RecordEdit } from '../kit/records/RecordEdit.tsx'
import { brandChoices } from './labels.ts'

const buildRequest = ({ brand, country, rate, fixedAmount, effectiveDate }: AdminCardFeeWrite): AdminCardFeeWrite => ({
  ...{ brand, country, rate, fixedAmount, effectiveDate },
})

const Fields = () => (
  <>
    <SelectInput source="brand" label="Brand" choices={brandChoices} validate={required()} />
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

export const CardFeeEdit = () => (
  <RecordEdit title="Card fee" redirect="list" transform={buildRequest}>
    <SimpleForm
      toolbar={
        <EditToolbar
          confirmTitle="Remove this fee?"
          confirmContent="The fee for all other brands applies instead. Earlier charges do not change."
        />
      }
    >
      <Fields />
    </SimpleForm>
  </RecordEdit>
)

export const CardFeeCreate = () => (
  <Create title="New card fee" redirect="list" transform={buildRequest}>
    <SimpleForm toolbar={<CreateToolbar label="Add card fee" />}>
      <Fields />
    </SimpleForm>
  </Create>
)
