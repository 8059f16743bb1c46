import { Box } from '@mui/material'
import {
  CheckboxGroupInput,
  Create,
  DateInput,
  required,
  SaveButton,
  SelectInput,
  SimpleForm,
  TextInput,
  Toolbar,
} from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { toChoices } from '../kit/fields/choices.ts'
import { productNames } from '../kit/products.ts'
import { RecordEdit } from '../kit/records/RecordEdit.tsx'
import { CountyPicker } from './CountyPicker.tsx'
import { actionLabels, actionsByKind } from './labels.ts'
import { MoratoriumPreviewSection } from './MoratoriumPreviewSection.tsx'
import { getYesterday, toMoratoriumRequest } from './moratorium-input.ts'
import { RejectedTransactions } from './RejectedTransactions.tsx'

const kinds = [
  { id: 'bind', name: 'Binding (approaching storm)' },
  { id: 'regulatory', name: 'Regulatory (state order)' },
]
const products = Object.entries(productNames).map(([id, name]) => ({ id: Number(id), name }))

/** Puts two fields next to each other when there is room. */
const twoColumns = {
  display: 'grid',
  columnGap: 2,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  width: '100%',
  maxWidth: 960,
}
const inColumns = {
  '& .MuiFormGroup-root': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(14rem, 1fr))',
    width: '100%',
  },
}

/** The input for the moratorium type. Choosing another type selects all transactions that the new type can restrict. */
function KindInput() {
  const { setValue } = useFormContext()
  return (
    <SelectInput
      source="kind"
      choices={kinds}
      validate={required()}
      onChange={(change) => setValue('actions', [...actionsByKind[change.target.value as keyof typeof actionsByKind]])}
    />
  )
}

/**
 * The transactions that the moratorium can restrict (MOR-1). A binding moratorium cannot restrict cancellations, and a
 * regulatory moratorium cannot restrict new business.
 */
function ActionsInput() {
  const kind = useWatch({ name: 'kind' }) as keyof typeof actionsByKind
  const names = Object.fromEntries((actionsByKind[kind] ?? []).map((action) => [action, actionLabels[action]]))
  return (
    <CheckboxGroupInput
      source="actions"
      label="Restricted transactions"
      choices={toChoices(names)}
      validate={required()}
      sx={inColumns}
    />
  )
}

function Fields() {
  return (
    <Box sx={{ width: '100%', maxWidth: 960 }}>
      <Box sx={twoColumns}>
        <TextInput source="name" validate={required()} />
        <KindInput />
        <TextInput source="peril" validate={required()} helperText="hurricane, flood, earthquake …" />
        <TextInput source="reason" validate={required()} helperText="One sentence. It is kept in the record." />
        <DateInput source="startDate" label="From" validate={required()} />
        <DateInput
          source="stopDate"
          label="Until"
          helperText="Yesterday or earlier. Stops the moratorium in every county; it cannot be changed afterwards."
          slotProps={{ htmlInput: { max: getYesterday() } }}
        />
        <DateInput
          source="plannedStopDate"
          label="Planned end"
          helperText="Last day of the moratorium, if known. You can change it later."
        />
      </Box>
      <CheckboxGroupInput source="products" choices={products} validate={required()} sx={inColumns} />
      <ActionsInput />
      <CountyPicker />
    </Box>
  )
}

/** The form's toolbar without a Delete button. Moratoriums are stopped, never deleted. */
const Actions = ({ label }: { label: string }) => (
  <Toolbar>
    <SaveButton label={label} alwaysEnable />
  </Toolbar>
)

export function MoratoriumEdit() {
  return (
    <RecordEdit title="Moratorium" transform={toMoratoriumRequest}>
      <SimpleForm toolbar={<Actions label="Save" />}>
        <Fields />
        <MoratoriumPreviewSection />
      </SimpleForm>
      <RejectedTransactions />
    </RecordEdit>
  )
}

export function MoratoriumCreate() {
  return (
    <Create title="Start moratorium" redirect="list" transform={toMoratoriumRequest}>
      <SimpleForm
        toolbar={<Actions label="Start moratorium" />}
        defaultValues={{
          kind: 'bind',
          peril: 'hurricane',
          products: [1, 2, 3, 6, 7, 8],
          actions: ['newBusiness', 'higherLimits', 'lowerDeductible'],
        }}
      >
        <Fields />
        <MoratoriumPreviewSection />
      </SimpleForm>
    </Create>
  )
}
