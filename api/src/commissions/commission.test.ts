import { expect, test } from 'vitest'
import { getMoves } from './commission.ts'

interface Transaction {
  id: string
  premium: number
  reverses?: string
}

/** What each transaction adds to, or takes from, which ones. */
const moved = (transactions: readonly Transaction[]) =>
  [...getMoves(transactions.map(({ id, premium, reverses = null }) => ({ id, premiumCents: premium, reverses })))].map(
    ([id, parts]) => [id, Object.fromEntries(parts)],
  )

test('premium goes back of what was charged last, and then of what came before', () => {
  const story = [
    { id: 'NB', premium: 100_000 },
    { id: 'EB', premium: 20_000 },
    { id: 'C12', premium: -60_000 },
  ]
  expect(moved(story)).toEqual([
    ['NB', { NB: 100_000 }],
    ['EB', { EB: 20_000 }],
    ['C12', { EB: -20_000, NB: -40_000 }],
  ])
})

test('a reinstatement gives back what the cancellation took, line by line, and the next end takes it again', () => {
  const story = [
    { id: 'NB', premium: 100_000 },
    { id: 'EB', premium: 20_000 },
    { id: 'C12', premium: -60_000 },
    { id: 'RI', premium: 60_000, reverses: 'C12' },
    { id: 'C13', premium: -120_000 },
  ]
  expect(moved(story).slice(3)).toEqual([
    ['RI', { EB: 20_000, NB: 40_000 }],
    ['C13', { EB: -20_000, NB: -100_000 }],
  ])
})

test('a reversal takes what it reverses, though others came later', () => {
  const story = [
    { id: 'NB', premium: 100_000 },
    { id: 'EB1', premium: 20_000 },
    { id: 'EB2', premium: 20_000 },
    { id: 'EBR', premium: -20_000, reverses: 'EB1' },
  ]
  expect(moved(story).at(-1)).toEqual(['EBR', { EB1: -20_000 }])
})

test('a reversal that charges gives again to what the reversed one took of, and the rest is its own', () => {
  const story = [
    { id: 'NB', premium: 100_000 },
    { id: 'EB', premium: -20_000 },
    { id: 'EBR', premium: 25_000, reverses: 'EB' },
  ]
  expect(moved(story).at(-1)).toEqual(['EBR', { NB: 20_000, EBR: 5_000 }])
  expect(moved([...story.slice(0, 2), { id: 'EBR', premium: 15_000, reverses: 'EB' }]).at(-1)).toEqual([
    'EBR',
    { NB: 15_000 },
  ])
})

test('more than was charged is taken of nothing', () => {
  const story = [
    { id: 'EB', premium: 20_000 },
    { id: 'C13', premium: -120_000 },
  ]
  expect(moved(story).at(-1)).toEqual(['C13', { EB: -20_000 }])
})

test('what was taken of nothing comes back to nobody', () => {
  const story = [
    { id: 'EB', premium: 20_000 },
    { id: 'C13', premium: -120_000 },
    { id: 'RI', premium: 120_000, reverses: 'C13' },
  ]
  expect(moved(story).at(-1)).toEqual(['RI', { EB: 20_000 }])
  expect(moved([...story.slice(0, 2), { id: 'RI', premium: 125_000, reverses: 'C13' }]).at(-1)).toEqual([
    'RI',
    { EB: 20_000, RI: 5_000 },
  ])
})
