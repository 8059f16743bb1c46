import { agencyStatuses } from '@tideline/sdk/words'
import { FormDataConsumer, regex, required, SelectInput, TextInput } from 'react-admin'
import { parsePhone } from '../kit/fields/parse-phone.ts'
import { type AgencyStatus, statusDescriptions } from './labels.ts'

const upperCase = (text: string) => text.toUpperCase() || null
const isState = regex(/^[A-Z]{2}$/, 'Two letters, for example FL')
const isZip = regex(/^\d{5}$/, 'Five digits, for example 33602')
const isPhone = regex(/^[\d\s().+-]{7,20}$/, 'Ten digits, for example 813-555-0100')

/** Prefixes a field name with the name of the object that contains it. */
const joinPath = (within: string, name: string) => (within ? `${within}.${name}` : name)

/** The fields of a postal address. Field names can have a prefix, for example `mailingAddr1` instead of `addr1`. */
export function AddressInputs({
  within = '',
  prefix = '',
  isRequired = false,
}: {
  within?: string
  prefix?: string
  isRequired?: boolean
}) {
  const source = (name: string) =>
    joinPath(within, prefix ? `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}` : name)
  const must = isRequired ? [required()] : []
  return (
    <>
      <TextInput source={source('addr1')} label="Street address" validate={must} />
      <TextInput source={source('addr2')} label="Suite or floor" />
      <TextInput source={source('city')} label="City" validate={must} />
      <TextInput
        source={source('state')}
        label="State"
        parse={upperCase}
        slotProps={{ htmlInput: { maxLength: 2 } }}
        validate={[...must, isState]}
      />
      <TextInput source={source('zip')} label="ZIP code" validate={[...must, isZip]} />
    </>
  )
}

export const PhoneInput = ({
  source,
  label,
  isRequired = false,
}: {
  source: string
  label: string
  isRequired?: boolean
}) => (
  <TextInput
    source={source}
    label={label}
    type="tel"
    parse={parsePhone}
    validate={[...(isRequired ? [required()] : []), isPhone]}
  />
)

/** The statuses that staff can choose during registration. Approving the registration makes the agency active. */
const statusesDuringRegistration: readonly AgencyStatus[] = ['P', 'T']

interface StatusInputProps {
  within?: string
  /** The agency's current status. Undefined for a new agency. */
  now?: AgencyStatus
}

/** The status field. Its help text explains what the selected status restricts. */
export const AgencyStatusInput = ({ within = '', now }: StatusInputProps) => (
  <FormDataConsumer>
    {({ formData }) => {
      const status: AgencyStatus | undefined = (within ? formData[within] : formData)?.status
      return (
        <SelectInput
          source={joinPath(within, 'status')}
          label="Status"
          choices={agencyStatuses.filter(({ id }) => now !== 'P' || statusesDuringRegistration.includes(id))}
          validate={required()}
          helperText={[
            ...(status ? [statusDescriptions[status]] : []),
            ...(now === 'P' ? ['It becomes active when its registration is approved on the Registration tab.'] : []),
          ].join(' ')}
        />
      )
    }}
  </FormDataConsumer>
)
