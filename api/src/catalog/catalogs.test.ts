import { CancelReasonCode } from '@tideline/sdk/words'
import { describe, expect, it } from 'vitest'
import { expectedCancelReasons } from '../testing/cancel-reasons.ts'
import { createTestDatabase } from '../testing/database.ts'
import { documentedLists } from '../testing/documented-lists.ts'
import { readCatalogs } from './catalogs.ts'

const { db } = await createTestDatabase()
const lists = await readCatalogs(db)
const labels = new Map<string, string>(lists.transactionTypes.map(({ code, label }) => [code, label]))

/** The catalog omits the cancel reason that the system assigns to a non-renewal. */
const reasons = Object.entries(expectedCancelReasons).filter(([code]) => code !== CancelReasonCode.nonRenewal)

describe('catalog lists', () => {
  it('contain the transaction types with their documented names [P401] [D116] [D419]', () => {
    const documented = {
      ...{ NB: 'New Business', EB: 'Endorsement', EBM: 'Mandatory Endorsement', EBR: 'Endorsement Reversal' },
      ...{ EBO: 'Out of Sequence Endorsement', Grouped: 'Grouped Endorsement', MA: 'Manual Adjustment' },
      ...{ RN: 'Renewal', RI: 'Reinstatement', CN: 'Cancel' },
    }
    expect(Object.fromEntries([...labels].filter(([code]) => !/^[CP]\d\d$/.test(code)))).toEqual(documented)
  })

  it('contain labels for cancellations and cancellation requests that include the reason [P402] [P403]', () => {
    for (const [code, { name }] of reasons) {
      expect(labels.get(`C${code}`)).toBe(`Cancel / ${name}`)
      expect(labels.get(`P${code}`)).toBe(`Pending Cancel / ${name}`)
    }
  })

  it('contain exactly the documented cancel reasons [P404]', () => {
    expect(lists.cancelReasons).toEqual(
      reasons
        .map(([reasonCode, { name }]) => ({ reasonCode, reasonName: name }))
        .toSorted((one, other) => one.reasonCode.localeCompare(other.reasonCode)),
    )
  })

  it('contain no label for an undocumented code [P405]', () => {
    expect(['C11', 'P11', 'ZZ'].map((code) => labels.get(code))).toEqual([undefined, undefined, undefined])
    expect(lists.cancelReasons.map(({ reasonCode }) => reasonCode)).not.toContain('11')
  })

  const uploads = (list: 'standard' | 'newYork' | 'earthquake') =>
    Object.fromEntries(
      lists.documentTypes.filter((type) => type.lists.includes(list)).map(({ docTypeId, name }) => [docTypeId, name]),
    )

  it('contain the document types in their documented spelling [P406] [D401]', () => {
    expect(uploads('standard')).toEqual({
      ...{ 1: 'Policy', 2: 'Application', 3: 'HUD-1', 4: 'Elevation Certificate', 5: 'Dilligent Effort' },
      ...{ 6: 'Supporting Documents', 7: 'Closing Document', 8: 'Cancellation Document', 9: 'Property Sold' },
      ...{ 10: 'Contents Sold', 11: 'Endorsement Agreement', 12: 'Flat Cancel Document', 14: 'DNOC Document' },
      ...{ 16: 'Endorsement Tax Notice', 17: 'Supporting Cancel Documents', 19: 'Signed Part C' },
      ...{ 21: 'Rollover Declarations Page' },
    })
  })

  it('contain two additional document types for New York and fewer for earthquake [P407] [D238] [D404] [D405] [D406]', () => {
    expect(uploads('newYork')).toEqual({
      ...uploads('standard'),
      ...{ 13: 'NY Cancellation Endorsement', 15: 'NY Endorsement' },
    })
    expect(Object.keys(uploads('earthquake')).map(Number)).toEqual([2, 5, 6, 8, 11, 14])
    for (const type of [...Object.keys(uploads('earthquake')), '3', '4', '21'])
      expect(Object.keys(uploads('standard'))).toContain(type)
  })

  it.each([
    ...documentedLists,
    ['roles', 'P239', 'superuser financeadmin commissionAdmin internal readonly cvc-optional nopayoptin'],
  ] as const)('contain the documented %s [%s]', (list, _id, codes) => {
    expect(lists[list].map(({ code }) => code)).toEqual(codes.split(' '))
  })

  it('define payment type 3 as check, and provide receipts for all payments except transfers [D410]', () => {
    const typeOf = (id: number) => lists.paymentTypes.find(({ paymentTypeId }) => paymentTypeId === id)
    expect(typeOf(3)?.name).toBe('Check')
    expect(lists.paymentTypes.filter(({ hasReceipt }) => !hasReceipt)).toEqual([typeOf(12)])
  })

  it('contain the documented call topics for notes [D251]', () => {
    expect(lists.noteTags.map(({ label }) => label)).toEqual([
      ...['Make a payment', 'Policy/payment status', 'Endorsements', 'Cancel policy', 'Premium/coverage/policy review'],
      ...['Document requests', 'Commissions/Accounting/Billing', 'Other'],
    ])
  })

  it('rank flood zones by their first letter [P417]', () => {
    const rankOf = (zone: string) => lists.floodZones.find(({ letter }) => zone.startsWith(letter))?.rank
    expect(['VE', 'V', 'AE', 'AH', 'AO', 'B', 'C', 'D', 'X'].map(rankOf)).toEqual([1, 1, 2, 2, 2, 3, 3, 3, 4])
  })

  it('mark the fifty states and DC as accepted, and contain names for the territories [P418] [P419]', () => {
    const accepted = lists.states.filter(({ isAccepted }) => isAccepted).map(({ code }) => code)
    expect(accepted.join(' ')).toBe(
      'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY',
    )
    const territories = lists.states.filter(({ isAccepted }) => !isAccepted)
    expect(territories.map(({ code }) => code).toSorted()).toEqual([
      ...['AA', 'AE', 'AP', 'AS', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'VI'],
    ])
    expect(territories.every(({ name }) => name.length > 3)).toBe(true)
  })
})
