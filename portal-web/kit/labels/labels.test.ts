import { describe, expect, it } from 'vitest'
import {
  countyWord,
  dueCountdown,
  foundationLabel,
  paymentTypeName,
  policyholderStatus,
  priorLossLabel,
  storiesLabel,
} from './labels.ts'

const stories = (productId: number, count: number, occupancyTypeDesc = 'Single family') =>
  storiesLabel({ productId, stories: count, occupancyTypeDesc })

it('an account at a bank is called that', () => {
  expect(['ACH', 'Credit card'].map(paymentTypeName)).toEqual(['Bank account', 'Credit card'])
})

describe('stories', () => {
  it('residential 3 shows 3 or more [C249] [D105] [D015]', () => {
    expect([1, 6].map((product) => stories(product, 3))).toEqual(['3 or more', '3 or more'])
    expect(stories(1, 2)).toBe('2')
  })
  it('a condo floor shows 4 or more at 4 and 3 plainly [C250] [D105]', () => {
    expect(stories(1, 4, 'Condo Which Floor')).toBe('4 or more')
    expect(stories(1, 3, 'Condo Which Floor')).toBe('3')
  })
  it('a commercial tenant shows 4 or more at 4 [C250] [D106]', () => {
    expect(stories(2, 4, 'CommercialTenant')).toBe('4 or more')
    expect(stories(2, 4)).toBe('4')
  })
  it('commercial 100 shows 100 or more [C251] [D106] [D015]', () => {
    expect([2, 3, 7, 8].map((product) => stories(product, 100))).toEqual(Array(4).fill('100 or more'))
  })
  it('a single-tenant owner shows 3 or more at 3 [C252] [D106]', () => {
    expect(stories(7, 3, 'CommercialOwnerSingleTenant')).toBe('3 or more')
    expect(stories(7, 3)).toBe('3')
  })
  it('earthquake is in neither list [D015]', () => expect([stories(4, 3), stories(5, 100)]).toEqual(['3', '100']))
})

describe('foundations', () => {
  it.each([
    ['slab', 'Slab'],
    ['crawlspace', 'Elevated crawlspace'],
    ['subgradeCrawlspace', 'Subgrade crawlspace'],
    ['finishedBasement', 'Basement'],
    ['unfinishedBasement', 'Basement'],
    ['stilts', 'Elevated on posts'],
    ['stiltsWithVents', 'Elevated on posts with enclosure'],
    ['stiltsWithSolidEnclosure', 'Elevated on posts, solid walls'],
  ])('%s reads %s [C253] [D107]', (type, label) => expect(foundationLabel(type)).toBe(label))
  it('an unknown one reads as the server words it', () => expect(foundationLabel('raft', 'Raft')).toBe('Raft'))
})

describe('the overview', () => {
  it('prior losses read Yes unless nothing or NOPE is said [D108]', () => {
    expect([priorLossLabel('oneUnder25k'), priorLossLabel('NOPE'), priorLossLabel(null)]).toEqual(['Yes', 'No', 'No'])
  })
  it('a county of Louisiana is a parish [D064]', () =>
    expect([countyWord('LA'), countyWord('FL')]).toEqual(['Parish', 'County']))
  it.each([
    ['2026-12-15', 'Due in 25 day(s)'],
    ['2026-11-20', 'DUE TODAY'],
    ['2026-11-17', 'Due 3 day(s) ago'],
  ])('a policy effective %s reads %s [D147]', (effective, words) =>
    expect(dueCountdown(effective, '2026-11-20')).toBe(words),
  )
})

describe('the status of a policyholder', () => {
  it.each([
    [false, false, 'Active'],
    [false, true, 'Expired'],
    [true, false, 'Cancelled'],
    [true, true, 'Cancelled/Expired'],
  ])('cancelled %s and expired %s reads %s [P159]', (isCancelled, isExpired, status) => {
    expect(policyholderStatus({ isCancelled, isExpired })).toBe(status)
  })
})
