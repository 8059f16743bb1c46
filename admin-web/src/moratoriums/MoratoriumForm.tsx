import { useQuery } from '@tanstack/react-query'
import { listCounties } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import {
  ArrayInput,
  AutocompleteInput,
  CheckboxGroupInput,
  Create,
  DateInput,
  Edit,
  required,
  SaveButton,
  SelectInput,
  SimpleForm,
  SimpleFormIterator,
  TextInput,
  Toolbar,
} from 'react-admin'
import { productNames } from '../products.ts'
import { actionNames, choicesOf } from './words.ts'
import { writeOf, yesterday } from './write.ts'

const kinds = [
  { id: 'bind', name: 'Binding: a storm is on its way' },
  { id: 'regulatory', name: 'Regulatory: an order of the state' },
]
const products = Object.entries(productNames).map(([id, name]) => ({ id: Number(id), name }))

function Fields() {
  const counties = useQuery({
    queryKey: ['counties'],
    queryFn: async () => (await api.call(listCounties)).payload,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const choices = (counties.data ?? []).map(({ countyFips, county, state }) => ({
    id: countyFips,
    name: `${county}, ${state}`,
  }))
  return (
    <>
      <TextInput source="name" validate={required()} />
      <SelectInput source="kind" choices={kinds} validate={required()} />
      <TextInput source="peril" validate={required()} helperText="hurricane, flood, earthquake …" />
      <TextInput source="reason" multiline validate={required()} />
      <DateInput source="startDate" label="From" validate={required()} />
      <DateInput
        source="stopDate"
        label="Until"
        helperText="Empty while nobody knows. Stopping the event stops it in all its counties."
        slotProps={{ htmlInput: { max: yesterday() } }}
      />
      <CheckboxGroupInput source="products" choices={products} validate={required()} />
      <CheckboxGroupInput
        source="actions"
        label="What is stopped"
        choices={choicesOf(actionNames)}
        validate={required()}
      />
      <ArrayInput source="locations" label="Counties" validate={required()}>
        <SimpleFormIterator inline>
          <AutocompleteInput
            source="countyFips"
            label="County"
            choices={choices}
            isLoading={counties.isPending}
            validate={required()}
          />
          <DateInput source="startDate" label="From" />
          <DateInput source="stopDate" label="Until" />
        </SimpleFormIterator>
      </ArrayInput>
    </>
  )
}

/** An event is stopped by its last day; it is part of the record and never deleted. */
const SaveOnly = () => (
  <Toolbar>
    <SaveButton />
  </Toolbar>
)

export function MoratoriumEdit() {
  return (
    <Edit title="Moratorium" mutationMode="pessimistic" transform={writeOf}>
      <SimpleForm toolbar={<SaveOnly />}>
        <Fields />
      </SimpleForm>
    </Edit>
  )
}

export function MoratoriumCreate() {
  return (
    <Create title="Start a moratorium" redirect="list" transform={writeOf}>
      <SimpleForm
        defaultValues={{
          kind: 'bind',
          peril: 'hurricane',
          products: [1, 2, 3, 6, 7, 8],
          actions: ['newBusiness', 'higherLimits', 'lowerDeductible'],
        }}
      >
        <Fields />
      </SimpleForm>
    </Create>
  )
}
