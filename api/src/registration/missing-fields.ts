import type { MissingRegistrationField, RegistrationForm } from '@tideline/sdk/types'

const filled = (value: string | null | undefined) => Boolean(value?.trim())

/**
 * Returns the fields that a registration needs before its documents can be signed, in form order.
 * @param today the company's current date, `YYYY-MM-DD`
 */
export function findMissingFields(form: RegistrationForm, today: string): MissingRegistrationField[] {
  const { licenses, eoExpiration } = form
  const hasLicense = licenses.some(({ expiration }) => expiration >= today)
  const requirements: [MissingRegistrationField['step'], keyof RegistrationForm, boolean, string][] = [
    ['agency', 'company', filled(form.company), 'Enter the name of the agency.'],
    ['agency', 'taxId', filled(form.taxId), 'Enter the tax ID.'],
    ['agency', 'addr1', filled(form.addr1), 'Enter the street address.'],
    ['agency', 'city', filled(form.city), 'Enter the city.'],
    ['agency', 'state', filled(form.state), 'Enter the state.'],
    ['agency', 'zip', filled(form.zip), 'Enter the ZIP code.'],
    ['agency', 'phone', filled(form.phone), 'Enter the phone number.'],
    ['agency', 'email', filled(form.email), 'Enter the email address.'],
    ['licenses', 'licenses', hasLicense, 'Enter a license that is in force.'],
    ['licenses', 'eoInsurer', filled(form.eoInsurer), 'Enter the E&O carrier.'],
    ['licenses', 'eoPolicyNumber', filled(form.eoPolicyNumber), 'Enter the E&O policy number.'],
    ['licenses', 'eoExpiration', Boolean(eoExpiration && eoExpiration >= today), 'E&O coverage must be in force.'],
    ['bank', 'bankName', filled(form.bankName), 'Enter the bank name.'],
    ['bank', 'bankRoutingNo', filled(form.bankRoutingNo), 'Enter the routing number.'],
    ['bank', 'bankAccountNo', filled(form.bankAccountNo), 'Enter the account number.'],
  ]
  return requirements.flatMap(([step, field, isThere, message]) => (isThere ? [] : { step, field, message }))
}
