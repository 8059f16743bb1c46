import { expect, test } from 'vitest'
import { type Line, linesOf, type Share } from './commission.ts'

interface Transaction {
  id: string
  premium: number
  rates?: Share[]
  reverses?: string
}

const at = (agencyId: string, percent: number): Share => ({
  agencyId,
  kind: 'commission',
  rateBasisPoints: percent * 100,
})

/** The lines of a policy's transactions, each with the rates of its day: agency, rate in percent, premium and amount. */
function linesAfter(transactions: readonly Transaction[]) {
  const posted = transactions.map(({ id, premium, reverses = null }) => ({ id, premiumCents: premium, reverses }))
  const lines: Line[] = []
  for (const [index, { rates = [] }] of transactions.entries())
    lines.push(...linesOf(posted.slice(0, index + 1), lines, rates))
  return lines.map((line) => [
    line.transactionId,
    line.agencyId,
    line.rateBasisPoints / 100,
    line.premiumCents,
    line.amountCents,
  ])
}

test('an agency of record that follows another pays nothing back that the other one has had', () => {
  const lines = linesAfter([
    { id: 'NB', premium: 100_000, rates: [at('Harbor', 15)] },
    { id: 'EB', premium: 20_000, rates: [at('Bay', 10)] },
    { id: 'C12', premium: -60_000 },
  ])
  expect(lines).toEqual([
    ['NB', 'Harbor', 15, 100_000, 15_000],
    ['EB', 'Bay', 10, 20_000, 2_000],
    ['C12', 'Bay', 10, -20_000, -2_000],
    ['C12', 'Harbor', 15, -40_000, -6_000],
  ])
})

test('premium goes back at the rate at which it came, whatever the rate is by then', () => {
  const lines = linesAfter([
    { id: 'NB', premium: 100_000, rates: [at('Harbor', 15)] },
    { id: 'EB', premium: 20_000, rates: [at('Harbor', 16)] },
    { id: 'C13', premium: -120_000 },
  ])
  expect(lines.slice(2)).toEqual([
    ['C13', 'Harbor', 16, -20_000, -3_200],
    ['C13', 'Harbor', 15, -100_000, -15_000],
  ])
})

test('what was rounded comes back to nothing, in however many parts it goes', () => {
  const lines = linesAfter([
    // 15 % of 3.33 is 0.4995, of 2.22 0.333, of 1.11 0.1665.
    { id: 'NB', premium: 333, rates: [at('Harbor', 15)] },
    { id: 'EB1', premium: -111 },
    { id: 'EB2', premium: -111 },
    { id: 'C13', premium: -111 },
  ])
  expect(lines.map((line) => line[4])).toEqual([50, -17, -16, -17])
})

test('a reinstatement gives back what the cancellation took, line by line, and the next end takes it again', () => {
  const story: Transaction[] = [
    { id: 'NB', premium: 100_000, rates: [at('Harbor', 15)] },
    { id: 'EB', premium: 20_000, rates: [at('Bay', 10)] },
    { id: 'C12', premium: -60_000 },
    { id: 'RI', premium: 60_000, reverses: 'C12', rates: [at('Bay', 10)] },
    { id: 'C13', premium: -120_000 },
  ]
  expect(linesAfter(story).slice(4)).toEqual([
    ['RI', 'Bay', 10, 20_000, 2_000],
    ['RI', 'Harbor', 15, 40_000, 6_000],
    ['C13', 'Bay', 10, -20_000, -2_000],
    ['C13', 'Harbor', 15, -100_000, -15_000],
  ])
})

test('a reversal takes what it reverses, though others came later', () => {
  const lines = linesAfter([
    { id: 'NB', premium: 100_000, rates: [at('Harbor', 15)] },
    { id: 'EB1', premium: 20_000, rates: [at('Harbor', 16)] },
    { id: 'EB2', premium: 20_000, rates: [at('Bay', 10)] },
    { id: 'EBR', premium: -20_000, reverses: 'EB1' },
  ])
  expect(lines.at(-1)).toEqual(['EBR', 'Harbor', 16, -20_000, -3_200])
})

test('premium that nobody earned on is nobody’s to give back', () => {
  const lines = linesAfter([
    { id: 'NB', premium: 100_000 },
    { id: 'EB', premium: 20_000, rates: [at('Harbor', 15)] },
    { id: 'C13', premium: -120_000 },
  ])
  expect(lines).toEqual([
    ['EB', 'Harbor', 15, 20_000, 3_000],
    ['C13', 'Harbor', 15, -20_000, -3_000],
  ])
})
