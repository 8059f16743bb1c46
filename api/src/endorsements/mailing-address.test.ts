import { describe, expect, it } from 'vitest'
import { buildPolicyTerm } from '../testing/policy-term.ts'
import { getMailingAddress, isSameMailingAddress, toMailingAddressColumns } from './mailing-address.ts'

type MailingAddress = Parameters<typeof toMailingAddressColumns>[0]

const property = { addr1: '12 Bay Street', addr2: 'Unit 3', city: 'Tampa', state: 'FL', zip: '33606' }
const mailing = { addr1: 'PO Box 1', addr2: 'Suite 2', city: 'Atlanta', state: 'GA', zip: '30303' }
const emptyAddress = { addr1: null, addr2: null, city: null, state: null, zip: null }
const stored = (address: MailingAddress) => toMailingAddressColumns(address) as Parameters<typeof buildPolicyTerm>[1]
const getAddress = (row: Parameters<typeof buildPolicyTerm>[1]) => getMailingAddress(buildPolicyTerm([], row).row)

describe('getMailingAddress', () => {
  it('returns the property address if the transaction has no mailing address', () => {
    expect(getAddress(property)).toEqual(property)
  })

  it('returns the mailing address, even if it has no second line', () => {
    expect(getAddress({ ...property, ...stored(mailing) })).toEqual(mailing)
    const short = { ...mailing, addr2: null }
    expect(getAddress({ ...property, ...stored(short) })).toEqual(short)
  })

  it('returns empty fields if the transaction has no address', () => {
    expect(getAddress(emptyAddress)).toEqual({ addr1: '', addr2: null, city: '', state: '', zip: '' })
  })
})

describe('toMailingAddressColumns', () => {
  it('stores a missing second line as null', () => {
    const { addr2: _, ...withoutLine } = mailing
    expect(toMailingAddressColumns(withoutLine)).toEqual({
      ...{ mailing_addr1: 'PO Box 1', mailing_addr2: null, mailing_city: 'Atlanta' },
      ...{ mailing_state: 'GA', mailing_zip: '30303' },
    })
  })
})

describe('isSameMailingAddress', () => {
  it('ignores leading and trailing spaces, and an empty second line', () => {
    const spaced = { ...property, addr1: ' 12 Bay Street ', addr2: ' Unit 3', city: 'Tampa ' }
    expect(isSameMailingAddress(property, spaced)).toBe(true)
    expect(isSameMailingAddress({ ...property, addr2: null }, { ...property, addr2: ' ' })).toBe(true)
    const { addr2: _, ...withoutLine } = property
    expect(isSameMailingAddress(withoutLine, { ...property, addr2: null })).toBe(true)
  })

  it.each(['addr1', 'addr2', 'city', 'state', 'zip'] as const)('detects a different value of %s', (field) => {
    expect(isSameMailingAddress(property, { ...property, [field]: 'other' })).toBe(false)
  })
})
