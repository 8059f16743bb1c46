import { expect, it } from 'vitest'
import { getCourierBank } from './read-address.ts'

it('returns a separate courier bank only for the account in the settings [C256]', () => {
  const settings = { 'lockbox.courierAccountRef': 'TRUST-FL', 'lockbox.courierBankName': 'Bayside Demo Bank' }
  expect(getCourierBank({ depositToAccountRef: 'TRUST-FL' }, settings)).toEqual({
    courierBankName: 'Bayside Demo Bank',
  })
  for (const depositToAccountRef of ['TRUST-TX', 'trust-fl', ''])
    expect(getCourierBank({ depositToAccountRef }, settings)).toEqual({})
})
