import type { RegistrationForm, RegistrationGap } from '@tideline/sdk/types'

const filled = (value: string | null | undefined) => Boolean(value?.trim())

/**
 * What a registration lacks before its papers can be signed, in the order of the form: who the agency is, where it may sell, where its
 * commission goes. Pure.
 *
 * @param today the day of the house, `YYYY-MM-DD`
 */
export function gapsOf(form: RegistrationForm, today: string): RegistrationGap[] {
  const { licenses, eoExpiration } = form
  const hasLicense = licenses.some(({ expiration }) => expiration >= today)
  const asked: [RegistrationGap['step'], keyof RegistrationForm, boolean, string][] = [
    ['agency', 'company', filled(form.company), 'Enter the name of the agency.'],
    ['agency', 'taxId', filled(form.taxId), 'Enter the tax id.'],
    ['agency', 'addr1', filled(form.addr1), 'Enter street and house number.'],
    ['agency', 'city', filled(form.city), 'Enter the city.'],
    ['agency', 'state', filled(form.state), 'Enter the state.'],
    ['agency', 'zip', filled(form.zip), 'Enter the ZIP code.'],
    ['agency', 'phone', filled(form.phone), 'Enter the phone number.'],
    ['agency', 'email', filled(form.email), 'Enter the email address.'],
    ['licenses', 'licenses', hasLicense, 'Name a licence that is in force.'],
    ['licenses', 'eoInsurer', filled(form.eoInsurer), 'Name who insures errors and omissions.'],
    ['licenses', 'eoPolicyNumber', filled(form.eoPolicyNumber), 'Enter the number of that policy.'],
    [
      'licenses',
      'eoExpiration',
      Boolean(eoExpiration && eoExpiration >= today),
      'Errors and omissions cover is in force.',
    ],
    ['bank', 'bankName', filled(form.bankName), 'Name the bank.'],
    ['bank', 'bankRoutingNo', filled(form.bankRoutingNo), 'Enter the routing number.'],
    ['bank', 'bankAccountNo', filled(form.bankAccountNo), 'Enter the account number.'],
  ]
  return asked.flatMap(([step, field, isThere, message]) => (isThere ? [] : { step, field, message }))
}
