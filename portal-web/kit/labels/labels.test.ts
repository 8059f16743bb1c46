import { describe, expect, it } from 'vitest'
import {
  formatDueCountdown,
  formatStories,
  getCountyLabel,
  getFoundationLabel,
  getPaymentTypeName,
  getPolicyholderStatus,
  getPriorLossLabel,
} from './labels.ts'

const stories = (productId: number, count: number, occupancyTypeDesc = 'Single family') =>
  formatStories({ productId, stories: count, occupancyTypeDesc })

it('labels the payment type ACH as Bank account, and keeps the names of other types', () => {
  expect(['ACH', 'Credit card'].map(getPaymentTypeName)).toEqual(['Bank account', 'Credit card'])
})

describe('number-of-stories label', () => {
  it('caps residential stories at "3 or more" [C249] [D105] [D015]', () => {
    expect([1, 6].map((product) => stories(product, 3))).toEqual(['3 or more', '3 or more'])
    expect(stories(1, 2)).toBe('2')
  })
  it('caps the floor number of a condo at "4 or more" and shows 3 unchanged [C250] [D105]', () => {
    expect(stories(1, 4, 'Condo Which Floor')).toBe('4 or more')
    expect(stories(1, 3, 'Condo Which Floor')).toBe('3')
  })
  it('caps the stories of a commercial tenant at "4 or more" [C250] [D106]', () => {
    expect(stories(2, 4, 'CommercialTenant')).toBe('4 or more')
    expect(stories(2, 4)).toBe('4')
  })
  it('caps commercial stories at "100 or more" [C251] [D106] [D015]', () => {
    expect([2, 3, 7, 8].map((product) => stories(product, 100))).toEqual(Array(4).fill('100 or more'))
  })
  it('caps the stories of a single-tenant owner at "3 or more" [C252] [D106]', () => {
    expect(stories(7, 3, 'CommercialOwnerSingleTenant')).toBe('3 or more')
    expect(stories(7, 3)).toBe('3')
  })
  it('does not cap the stories of earthquake policies [D015]', () =>
    expect([stories(4, 3), stories(5, 100)]).toEqual(['3', '100']))
})

describe('foundation label', () => {
  it.each([
    ['slab', 'Slab'],
    ['crawlspace', 'Elevated crawlspace'],
    ['subgradeCrawlspace', 'Subgrade crawlspace'],
    ['finishedBasement', 'Basement'],
    ['unfinishedBasement', 'Basement'],
    ['stilts', 'Elevated on posts'],
    ['stiltsWithVents', 'Elevated on posts with enclosure'],
    ['stiltsWithSolidEnclosure', 'Elevated on posts, solid walls'],
  ])('shows foundation %s as %s [C253] [D107]', (type, label) => expect(getFoundationLabel(type)).toBe(label))
  it("shows the server's description of an unknown foundation", () =>
    expect(getFoundationLabel('raft', 'Raft')).toBe('Raft'))
})

describe('policy overview', () => {
  it('shows prior losses as Yes unless the value is missing or NOPE [D108]', () => {
    expect([getPriorLossLabel('oneUnder25k'), getPriorLossLabel('NOPE'), getPriorLossLabel(null)]).toEqual([
      'Yes',
      'No',
      'No',
    ])
  })
  it('calls a county in Louisiana a parish [D064]', () =>
    expect([getCountyLabel('LA'), getCountyLabel('FL')]).toEqual(['Parish', 'County']))
  it.each([
    ['2026-12-15', 'Due in 25 day(s)'],
    ['2026-11-20', 'DUE TODAY'],
    ['2026-11-17', 'Due 3 day(s) ago'],
  ])('shows the due date of a policy effective %s as %s [D147]', (effective, words) =>
    expect(formatDueCountdown(effective, '2026-11-20')).toBe(words),
  )
})

describe('policyholder status', () => {
  it.each([
    [false, false, 'Active'],
    [false, true, 'Expired'],
    [true, false, 'Cancelled'],
    [true, true, 'Cancelled/Expired'],
  ])('maps cancelled %s and expired %s to the status %s [P159]', (isCancelled, isExpired, status) => {
    expect(getPolicyholderStatus({ isCancelled, isExpired })).toBe(status)
  })
})
