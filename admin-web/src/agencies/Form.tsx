import { Card, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type AdminAgencyCreate, type Agency, TidelineError } from '@tideline/sdk'
import { updateAgency } from '@tideline/sdk/operations'
import { getAgencyOptions, getAgencyQueryKey } from '@tideline/sdk/query'
import { agencyLicenseTypes, agencyTypes } from '@tideline/sdk/words'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import {
  ArrayInput,
  Create,
  DateInput,
  email,
  NumberInput,
  required,
  SaveButton,
  SelectInput,
  SimpleForm,
  SimpleFormIterator,
  TabbedForm,
  TabbedFormTabs,
  TextInput,
  Title,
  Toolbar,
  useNotify,
  useRedirect,
} from 'react-admin'
import { useParams } from 'react-router'
import { Alert } from '../kit/Alert.tsx'
import { CreateToolbar } from '../kit/fields/CreateToolbar.tsx'
import { getPayload } from '../kit/get-payload.ts'
import { invalidateResource } from '../kit/invalidate-resource.ts'
import { SectionState } from '../kit/records/Section.tsx'
import { AddressInputs, AgencyStatusInput, PhoneInput } from './inputs.tsx'
import { getLoadErrorMessage, getUpdateErrorMessage } from './labels.ts'

const SaveToolbar = () => (
  <Toolbar>
    <SaveButton alwaysEnable />
  </Toolbar>
)

const maskedHelpText = 'Masked except for the last four digits. Leave as is to keep it.'
const of = (name: string) => `agencyDetailInfo.${name}`

const Info = ({ agency }: { agency: Agency }) => (
  <>
    <TextInput source={of('company')} label="Company" validate={required()} />
    <AgencyStatusInput within="agencyDetailInfo" now={agency.agencyDetailInfo.status} />
    <SelectInput source={of('type')} label="Kind" choices={[...agencyTypes]} validate={required()} />
    <TextInput source={of('taxId')} label="Tax ID" helperText={maskedHelpText} />
    <AddressInputs within="agencyDetailInfo" isRequired />
    <PhoneInput source={of('phone')} label="Phone" isRequired />
    <PhoneInput source={of('fax')} label="Fax" />
    <TextInput source={of('email')} label="Email" validate={[required(), email()]} />
    <TextInput source={of('notes')} label="Notes" multiline />
  </>
)

const Contacts = () => (
  <ArrayInput source="agencyContactInfo" label="Contacts">
    <SimpleFormIterator inline disableReordering>
      <TextInput source="firstName" label="First name" validate={required()} />
      <TextInput source="lastName" label="Last name" validate={required()} />
      <TextInput source="title" label="Title" />
      <TextInput source="email" label="Email" validate={email()} defaultValue={null} />
      <PhoneInput source="phone" label="Phone" />
    </SimpleFormIterator>
  </ArrayInput>
)

const Licenses = () => (
  <ArrayInput source="agencyLicenseInfo" label="Licenses">
    <SimpleFormIterator inline disableReordering>
      <TextInput
        source="state"
        label="State"
        parse={(text: string) => text.toUpperCase()}
        slotProps={{ htmlInput: { maxLength: 2 } }}
        validate={required()}
      />
      <TextInput source="licenseNo" label="Number" validate={required()} />
      <SelectInput source="type" label="Kind" choices={[...agencyLicenseTypes]} validate={required()} />
      <DateInput source="effectiveDate" label="From" validate={required()} />
      <DateInput source="expiration" label="Until" validate={required()} />
    </SimpleFormIterator>
  </ArrayInput>
)

const Bank = () => (
  <>
    <TextInput source={of('bankName')} label="Bank" />
    <TextInput source={of('bankRoutingNo')} label="Routing number" helperText="Nine digits." />
    <TextInput source={of('bankAccountNo')} label="Account number" helperText={maskedHelpText} />
    <TextInput source={of('bankRemoteReference')} label="Remote reference" />
    <AddressInputs within="agencyDetailInfo" prefix="bank" />
    <TextInput source={of('bankContact')} label="Contact" />
    <PhoneInput source={of('bankPhone')} label="Phone" />
    <TextInput source={of('bankEmail')} label="Email" validate={email()} />
    <TextInput source={of('bankNotes')} label="Notes" multiline />
  </>
)

const InsuranceFields = () => (
  <>
    <TextInput source={of('eoInsurer')} label="Insurer" />
    <TextInput source={of('eoPolicyNumber')} label="Policy number" />
    <NumberInput source={of('eoLimit')} label="Limit in dollars" min={0} validate={required()} />
    <DateInput source={of('eoExpiration')} label="Expiration date" />
  </>
)

/**
 * Maps server errors to form fields. Skips errors for fields that the form does not have. The user could not clear
 * these errors.
 */
const fieldErrors = (error: unknown, { agencyDetailInfo: detail }: Agency) => ({
  agencyDetailInfo: Object.fromEntries(
    (error instanceof TidelineError ? error.errors : []).flatMap(({ field, message }) =>
      field && field in detail ? [[field, message]] : [],
    ),
  ),
})

/** The form for an agency record. Saving fails if another user changed the record after it was loaded. */
function Form({ agency }: { agency: Agency }) {
  const [problem, setProblem] = useState<string>()
  const notify = useNotify()
  const redirect = useRedirect()
  const queryClient = useQueryClient()
  const { agencyNo } = agency.agencyInfo
  const save = async (form: object) => {
    setProblem(undefined)
    try {
      const response = await api.call(updateAgency, { body: form as Agency })
      const { message } = response
      queryClient.setQueryData(getAgencyQueryKey({ client: api.client, path: { agencyNo } }), response)
      await invalidateResource(queryClient, 'agencies')
      notify(message || 'The agency was saved.', { type: message ? 'warning' : 'success' })
      redirect('show', 'agencies', agencyNo)
    } catch (error) {
      setProblem(getUpdateErrorMessage(error))
      return fieldErrors(error, agency)
    }
    return undefined
  }
  return (
    <>
      {problem ? (
        <Alert severity="error" sx={{ marginTop: 1 }}>
          {problem}
        </Alert>
      ) : null}
      <TabbedForm
        record={agency as never}
        onSubmit={save}
        toolbar={<SaveToolbar />}
        tabs={<TabbedFormTabs variant="scrollable" allowScrollButtonsMobile />}
      >
        <TabbedForm.Tab label="Info">
          <Info agency={agency} />
        </TabbedForm.Tab>
        <TabbedForm.Tab label="Contacts" path="contacts">
          <Contacts />
        </TabbedForm.Tab>
        <TabbedForm.Tab label="Licenses" path="licenses">
          <Licenses />
        </TabbedForm.Tab>
        <TabbedForm.Tab label="Bank" path="bank">
          <Bank />
        </TabbedForm.Tab>
        <TabbedForm.Tab label="E&O" path="eo">
          <InsuranceFields />
        </TabbedForm.Tab>
        <TabbedForm.Tab label="Mailing" path="mailing">
          <AddressInputs within="agencyDetailInfo" prefix="mailing" />
        </TabbedForm.Tab>
      </TabbedForm>
    </>
  )
}

/** The page for editing an agency. The agency number and the parent agency cannot be changed here. */
export function AgencyEdit() {
  const { id: agencyNo = '' } = useParams()
  const { data, isPending, error, refetch } = useQuery({
    ...getAgencyOptions({ client: api.client, path: { agencyNo } }),
    select: getPayload,
    // Prevents a refetch, which would discard unsaved input.
    refetchOnWindowFocus: false,
  })
  return (
    <>
      <Title title="Agency" />
      <Typography component="h1" variant="h5" sx={{ paddingTop: 2 }}>
        {data ? `${data.agencyDetailInfo.company} (${agencyNo})` : `Agency ${agencyNo}`}
      </Typography>
      <SectionState query={{ isPending, error: error && new Error(getLoadErrorMessage(error)), refetch }}>
        {data ? (
          <Card>
            <Form agency={data} />
          </Card>
        ) : null}
      </SectionState>
    </>
  )
}

/** The form for a new agency, with an optional parent agency. The server assigns the agency number. */
export function AgencyCreate() {
  return (
    <Create
      title="New agency"
      redirect={(_resource, id) => `agencies/${id}/show`}
      transform={({ parentAgencyNo, ...agency }: AdminAgencyCreate) => ({
        ...agency,
        parentAgencyNo: parentAgencyNo?.trim() || null,
      })}
    >
      <SimpleForm defaultValues={{ status: 'A' }} toolbar={<CreateToolbar label="Create agency" />}>
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
