import type { AgencyCreate } from '@tideline/sdk'
import { zAgencyCreate } from '@tideline/sdk/zod'
import type { Resolver } from 'react-hook-form'

/** The values of the new agency form. */
export interface NewAgentForm {
  company: string
  type: AgencyCreate['type']
  addr1: string
  city: string
  state: string
  zip: string
  phone: string
  email: string
  firstName: string
  lastName: string
}

/** Builds the request that creates an agency. The first contact completes the agency's registration. */
export const buildAgencyCreateRequest = (form: NewAgentForm, parentAgencyNo: string | null): AgencyCreate => {
  const { firstName, lastName, state, ...agency } = form
  return {
    ...agency,
    state: state.toUpperCase() as AgencyCreate['state'],
    parentAgencyNo,
    contact: { firstName, lastName, email: form.email },
  }
}

const texts: Record<string, string> = {
  company: 'Enter the name of the agency',
  addr1: 'Enter the street address',
  city: 'Enter the city',
  state: 'Enter the two-letter state code, like FL',
  zip: 'Enter five digits',
  phone: 'Enter ten digits, like 813-555-0142',
  firstName: 'Enter the first name',
  lastName: 'Enter the last name',
  email: 'Enter an email address, like name@example.com',
}

/** Validates the form against the contract and returns the errors by field. */
export const newAgentResolver: Resolver<NewAgentForm> = (values) => {
  const checked = zAgencyCreate.safeParse(buildAgencyCreateRequest(values, null))
  if (checked.success) return { values, errors: {} }
  const fields = checked.error.issues.map(({ path }) => String(path.at(-1)))
  return {
    values: {},
    errors: Object.fromEntries(
      fields.map((field) => [field, { type: 'contract', message: texts[field] ?? 'Please check this field' }]),
    ),
  }
}
