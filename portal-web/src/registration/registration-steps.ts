import type { MissingRegistrationField, RegistrationForm, RegistrationPage } from '@tideline/sdk'

/** A step of the registration. The last one is signing. */
export type RegistrationFormStep = MissingRegistrationField['step'] | 'sign'

export const registrationSteps: readonly { step: RegistrationFormStep; title: string }[] = [
  { step: 'agency', title: 'Your agency' },
  { step: 'licenses', title: 'License and E&O' },
  { step: 'bank', title: 'Bank' },
  { step: 'sign', title: 'Sign' },
]

/** Returns the first step with missing data, or signing if the form is complete. */
export const getNextRegistrationStep = (missing: readonly MissingRegistrationField[]): RegistrationFormStep =>
  missing[0]?.step ?? 'sign'

export interface RegistrationField {
  name: string
  label: string
  help?: string
  type?: 'date' | 'email'
  mask?: 'phone' | 'zip'
  maxLength?: number
  optional?: true
  /** The error message of an empty field. */
  missing: string
}

/** The fields of each page with their error messages. */
export const registrationFieldsByStep: Record<Exclude<RegistrationFormStep, 'sign'>, readonly RegistrationField[]> = {
  agency: [
    { name: 'company', label: 'Company', missing: 'Enter the name of the agency' },
    { name: 'taxId', label: 'Tax ID', help: 'Nine digits, like 59-1234567.', missing: 'Enter the tax ID' },
    { name: 'addr1', label: 'Street address', missing: 'Enter the street address' },
    { name: 'addr2', label: 'Suite or floor', optional: true, missing: '' },
    { name: 'city', label: 'City', missing: 'Enter the city' },
    { name: 'state', label: 'State', help: 'Two letters.', maxLength: 2, missing: 'Enter the state' },
    { name: 'zip', label: 'ZIP code', mask: 'zip', missing: 'Enter the ZIP code' },
    { name: 'phone', label: 'Phone', mask: 'phone', missing: 'Enter the phone number' },
    { name: 'email', label: 'Email', type: 'email', missing: 'Enter the email address' },
  ],
  licenses: [
    { name: 'licenseState', label: 'License state', maxLength: 2, missing: 'Enter the state' },
    { name: 'licenseNo', label: 'License number', missing: 'Enter the number' },
    { name: 'licenseFrom', label: 'Start date', type: 'date', missing: 'Enter the effective date' },
    { name: 'licenseUntil', label: 'Last day', type: 'date', missing: 'Enter the expiration date' },
    { name: 'eoInsurer', label: 'E&O carrier', missing: 'Enter the E&O carrier' },
    { name: 'eoPolicyNumber', label: 'E&O policy number', missing: 'Enter the number' },
    { name: 'eoExpiration', label: 'E&O expiration date', type: 'date', missing: 'Enter the expiration date' },
  ],
  bank: [
    { name: 'bankName', label: 'Bank name', missing: 'Enter the bank name' },
    { name: 'bankRoutingNo', label: 'Routing number', help: 'Nine digits.', missing: 'Enter the routing number' },
    {
      ...{ name: 'bankAccountNo', label: 'Account number', missing: 'Enter the account number' },
      help: 'Stored encrypted. Commissions are paid to this account.',
    },
  ],
}

export type RegistrationValues = Record<string, string>

/** Returns the saved form values of a page. */
export function getRegistrationValues(page: readonly RegistrationField[], form: RegistrationForm): RegistrationValues {
  const [license] = form.licenses
  const known: Record<string, unknown> = {
    ...form,
    ...{ licenseState: license?.state, licenseNo: license?.licenseNo },
    ...{ licenseFrom: license?.effectiveDate, licenseUntil: license?.expiration },
  }
  return Object.fromEntries(page.map(({ name }) => [name, String(known[name] ?? '')]))
}

/**
 * Builds the request that saves a page of the registration. Only the agency's first license can be edited; the others
 * are kept.
 */
export function buildPageRequest(values: RegistrationValues, form: RegistrationForm): RegistrationPage {
  const { licenseState, licenseNo, licenseFrom, licenseUntil, addr2, state, ...rest } = values
  const [first, ...others] = form.licenses
  const license = licenseNo && {
    ...{ type: 'agency', ...first, state: licenseState?.toUpperCase(), licenseNo },
    ...{ effectiveDate: licenseFrom, expiration: licenseUntil },
  }
  const page: Record<string, unknown> = {
    ...rest,
    ...(addr2 !== undefined && { addr2: addr2 || null }),
    ...(state !== undefined && { state: state.toUpperCase() }),
    ...(license && { licenses: [license, ...others] }),
  }
  return page as RegistrationPage
}
