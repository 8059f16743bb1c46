import type { Claim } from '@tideline/sdk'
import { expect, test } from 'vitest'
import {
  buildClaimCreateRequest,
  buildClaimUpdateRequest,
  getEmptyClaimForm,
  toClaimForm,
  validateClaimDates,
} from './claim-form.ts'

const claim: Claim = {
  ...{ id: 'c1a10000-0000-4000-8000-000000000001', claimNumber: 'CLM-2026-0001', policyNo: 'RFL3000102' },
  ...{ status: 'Open', noticeDate: '2026-10-12', dateOfLoss: '2026-10-10', causeOfLoss: 'flood', description: null },
  ...{ adjusterName: 'Addy Adjuster', adjusterEmail: null, adjusterPhone: '813-555-0150', extension: null },
  ...{ contactPhone: '813-555-0142', contactNote: null },
  ...{ reserve: 1200.5, paid: 0, createdAt: '2026-10-12T08:00:00Z' },
}

test('sends only the loss fields in a first notice of loss', () => {
  const form = { ...getEmptyClaimForm('2026-11-20'), dateOfLoss: '2026-11-19', description: ' Water in the house. ' }
  expect(buildClaimCreateRequest('RFL3000102', form)).toEqual({
    ...{ policyNo: 'RFL3000102', noticeDate: '2026-11-20', dateOfLoss: '2026-11-19', causeOfLoss: 'flood' },
    description: 'Water in the house.',
    ...{ contactPhone: null, contactNote: null },
  })
})

test("sends a claim's status, adjuster, and amounts only if the user is staff", () => {
  const form = { ...toClaimForm(claim), status: 'Paid' as const, paid: '900.25', description: 'More.' }
  expect(buildClaimUpdateRequest(claim, form, true)).toMatchObject({
    status: 'Paid',
    paid: 900.25,
    reserve: 1200.5,
    extension: null,
  })
  const sent = buildClaimUpdateRequest(claim, form, false)
  expect(sent).toMatchObject({ status: 'Open', description: 'More.', contactPhone: '813-555-0142' })
  expect(Object.keys(sent)).not.toContain('paid')
})

test("validates a claim's date of loss and notice date", () => {
  const cover = { inceptionDate: '2026-10-01', expirationDate: '2027-10-01', isCancelled: false, today: '2026-11-20' }
  const days = (dateOfLoss: string, noticeDate: string) => validateClaimDates({ dateOfLoss, noticeDate }, cover)
  expect(days('2026-11-01', '2026-11-02')).toEqual({})
  expect(days('', '2026-11-02').dateOfLoss).toContain('Enter')
  const within =
    'The date of loss must be within the coverage period, which begins on 10/01/2026 and ends on 10/01/2027.'
  for (const outside of ['2026-09-30', '2027-10-01']) expect(days(outside, '2026-11-02').dateOfLoss).toBe(within)
  const early = { dateOfLoss: '2026-09-30', noticeDate: '2026-11-02' }
  // A cancelled policy's coverage ends before its term; only the server knows the date.
  expect(validateClaimDates(early, { ...cover, isCancelled: true }).dateOfLoss).toBe(
    'The date of loss must be within the coverage period, which begins on 10/01/2026.',
  )
  expect(days('2026-11-21', '2026-11-21').dateOfLoss).toContain('future')
  expect(days('2026-11-02', '2026-11-01').noticeDate).toContain('before the date of loss')
  expect(days('2026-11-02', '2026-11-21').noticeDate).toContain('future')
  expect(days('2026-11-02', '').noticeDate).toContain('Enter')
})
