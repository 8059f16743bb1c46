import { describe, expect, it } from 'vitest'
import { encryptText } from '../../http/encrypted-text.ts'
import { fingerprintAccount, matchesFingerprint, readBankAccount } from './bank-account.ts'

const [key, newKey] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
const seal = (accountNo: string) => encryptText([key], { row: 'agency-1', column: 'bank_account_sealed' }, accountNo)
const payee = (accountNo: string | null, bank_routing_no: string | null = '021000021') => ({
  ...{ agency_id: 'agency-1', agency_no: '100100', bank_routing_no },
  bank_account_sealed: accountNo === null ? null : seal(accountNo),
})
const read = (of: ReturnType<typeof payee>) => readBankAccount([key], of, 'agencyIds')

describe('readBankAccount', () => {
  it('returns the account number without spaces and hyphens', () => {
    expect(read(payee('0001 2345-6789'))).toEqual({ routingNo: '021000021', accountNo: '000123456789' })
  })

  it.each([
    ['without an account number', payee(null), 'Agency 100100 has no bank account number.'],
    ['without a routing number', payee('000123456789', null), 'Agency 100100 has no bank routing number.'],
    [
      'with an invalid routing number',
      payee('000123456789', '021000022'),
      'Agency 100100 has an invalid bank routing number.',
    ],
    ['without any bank details', payee(null, null), 'Agency 100100 has no bank routing number.'],
  ])('rejects an agency %s', (_, of, message) => {
    expect(() => read(of)).toThrow(
      expect.objectContaining({ status: 409, code: 'missing_bank_details', message, field: 'agencyIds' }),
    )
  })

  it('accepts an account number of up to 17 letters and digits', () => {
    expect(read(payee('A23456789012345z7')).accountNo).toBe('A23456789012345z7')
    expect(read(payee('1')).accountNo).toBe('1')
  })

  it.each(['', '123456789012345678', '1234/5678', '/12345678', '12345678/'])(
    'rejects the account number "%s", which is not valid in an ACH file',
    (accountNo) => {
      expect(() => read(payee(accountNo))).toThrow('up to 17 letters and digits')
    },
  )
})

describe('bank account fingerprint', () => {
  const account = { routingNo: '021000021', accountNo: '000123456789' }
  const fingerprint = fingerprintAccount([key], account)

  it('matches the same account if its encryption key is among the configured keys', () => {
    expect(matchesFingerprint([key], fingerprint, account)).toBe(true)
    expect(matchesFingerprint([newKey, key], fingerprint, account)).toBe(true)
    expect(matchesFingerprint([newKey], fingerprint, account)).toBe(false)
  })

  it('does not match another account or a missing fingerprint', () => {
    expect(matchesFingerprint([key], fingerprint, { ...account, accountNo: '000123456788' })).toBe(false)
    expect(matchesFingerprint([key], fingerprint, { ...account, routingNo: '110000000' })).toBe(false)
    expect(matchesFingerprint([key], null, account)).toBe(false)
  })

  it('requires an encryption key', () => {
    expect(() => fingerprintAccount([], account)).toThrow('SEALING_KEYS has no key.')
  })
})
