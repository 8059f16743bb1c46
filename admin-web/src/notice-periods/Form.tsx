import { Typography } from '@mui/material'
import type { AdminNoticePeriod, AdminNoticePeriodCreate, AdminNoticePeriodUpdate } from '@tideline/sdk'
import {
  BooleanInput,
  Create,
  NumberInput,
  required,
  SelectInput,
  SimpleForm,
  TextInput,
  useRecordContext,
} from 'react-admin'
import { CreateToolbar } from '../kit/fields/CreateToolbar.tsx'
import { EditToolbar } from '../kit/fields/EditToolbar.tsx'
import { getProductName, productChoices } from '../kit/fields/products.ts'
import { RecordEdit } from '../kit/records/RecordEdit.tsx'
import { reasonChoices, reasonLabels } from './labels.ts'

const buildUpdate = ({ noticeDays, isFlatAllowed, source }: AdminNoticePeriodUpdate): AdminNoticePeriodUpdate => ({
  ...{ noticeDays, isFlatAllowed, source },
})

const buildCreate = ({ state, productId, reason, ...days }: AdminNoticePeriodCreate): AdminNoticePeriodCreate => ({
  ...{ state: state.trim().toUpperCase(), productId: productId || null, reason, ...buildUpdate(days) },
})

const DayFields = () => (
  <>
    <NumberInput
      source="noticeDays"
      label="Notice days"
      min={1}
      max={120}
      validate={required()}
      helperText="Full days between the mailing and the end of coverage. Notices that were already created keep their days."
    />
    <BooleanInput
      source="isFlatAllowed"
      label="Flat cancellation"
      helperText="A policy on which nothing was ever paid is cancelled as of its inception date."
    />
    <TextInput
      source="source"
      label="Source"
      helperText="The statute or regulation that requires the notice days."
      validate={required()}
    />
    <Typography color="text.secondary">
      A change that shortens the notice or allows flat cancellations requires approval by a second person.
    </Typography>
  </>
)

function PeriodTitle() {
  const period = useRecordContext<AdminNoticePeriod>()
  return period ? (
    <Typography component="h2" variant="h6">
      {period.state}, {getProductName(period.productId).toLowerCase()}, {reasonLabels[period.reason].toLowerCase()}
    </Typography>
  ) : null
}

export const NoticePeriodEdit = () => (
  <RecordEdit title="Notice period" redirect="list" transform={buildUpdate}>
    <SimpleForm
      toolbar={
        <EditToolbar
          confirmTitle="Remove this notice period?"
          confirmContent="The notice period for all products applies instead, or the default of the delinquency plan."
        />
      }
    >
      <PeriodTitle />
      <DayFields />
    </SimpleForm>
  </RecordEdit>
)

export const NoticePeriodCreate = () => (
  <Create title="New notice period" redirect="list" transform={buildCreate}>
    <SimpleForm
      defaultValues={{ isFlatAllowed: false, reason: 'pastDue' }}
      toolbar={<CreateToolbar label="Add notice period" />}
    >
      <TextInput source="state" label="State" helperText="Two letters, for example NY." validate={required()} />
      <SelectInput source="productId" label="Product" choices={productChoices} emptyText="All products" />
      <SelectInput source="reason" label="Reason" choices={reasonChoices} validate={required()} />
      <DayFields />
    </SimpleForm>
  </Create>
)
