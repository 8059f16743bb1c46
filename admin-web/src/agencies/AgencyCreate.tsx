import type { AdminAgencyCreate } from '@tideline/sdk'
import { Create, email, required, SimpleForm, TextInput } from 'react-admin'
import { AddressInputs, AgencyStatusInput, PhoneInput } from './inputs.tsx'

/** The form for a new agency, with an optional parent agency. The server assigns the agency number. */
export default function AgencyCreate() {
  return (
    <Create
      title="New agency"
      redirect={(_resource, id) => `agencies/${id}/show`}
      transform={({ parentAgencyNo, ...agency }: AdminAgencyCreate) => ({
        ...agency,
        parentAgencyNo: parentAgencyNo?.trim() || null,
      })}
    >
      <SimpleForm defaultValues={{ status: 'A' }}>
        <TextInput source="company" label="Company" validate={required()} />
        <TextInput
          source="parentAgencyNo"
          label="Parent agency number"
          helperText="Leave blank for an agency without a parent."
        />
        <AgencyStatusInput />
        <TextInput source="taxId" label="Tax ID" helperText="Nine digits, for example 59-1234567. Stored encrypted." />
        <AddressInputs isRequired />
        <PhoneInput source="phone" label="Phone" isRequired />
        <TextInput source="email" label="Email" validate={[required(), email()]} />
      </SimpleForm>
    </Create>
  )
}
