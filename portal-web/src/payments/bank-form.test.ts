import { describe, expect, it } from 'vitest'
import { bankFormSchema, isRoutingNumber } from './bank-form.ts'

describe('isRoutingNumber', () => {
  it.each(['110000000', '021000021'])('accepts %s as a routing number', (number) =>
    expect(isRoutingNumber(number)).toBe(true),
  )
  it.each(['110000001', '11000000', 'abcdefghi', ''])('rejects %j as a routing number', (number) =>
    expect(isRoutingNumber(number)).toBe(false),
  )
})

describe('bankFormSchema', () => {
  const errorsFor = (routingNumber: string) =>
    bankFormSchema
      .safeParse({
        ...{ payerName: 'Marina Sample', email: 'marina.sample@example.com', accountNumber: '000123456789' },
        ...{ accountType: 'checking', routingNumber },
      })
      .error?.issues.map(({ message }) => message)

  it('reports a routing number with a wrong checksum', () => {
    expect(errorsFor('110000001')).toEqual(['That routing number isn’t valid. Check the 9 digits.'])
  })

  it('requires all 9 digits of a routing number', () => {
    expect(errorsFor('11000000')).toEqual(['Enter the 9 digits of the routing number.'])
    expect(errorsFor('110000000')).toBeUndefined()
  })
})
