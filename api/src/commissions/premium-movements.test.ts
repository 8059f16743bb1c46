import { expect, test } from 'vitest'
import { getPremiumMovements } from './premium-movements.ts'

interface Transaction {
  id: string
  premium: number
  reverses?: string
}

/** Returns, for each transaction, the premium that it adds to or subtracts from transactions. */
const moved = (transactions: readonly Transaction[]) =>
  [
    ...getPremiumMovements(
      transactions.map(({ id, premium, reverses = null }) => ({ id, premiumCents: premium, reverses })),
    ),
  ].map(([id, parts]) => [id, Object.fromEntries(parts)])

test('subtracts return premium from the newest transactions first', () => {
  const transactions = [
    { id: 'NB', premium: 100_000 },
    { id: 'EB', premium: 20_000 },
    { id: 'C12', premium: -60_000 },
  ]
  expect(moved(transactions)).toEqual([
    ['NB', { NB: 100_000 }],
    ['EB', { EB: 20_000 }],
    ['C12', { EB: -20_000, NB: -40_000 }],
  ])
})

test('restores premium to the original transactions when a cancelled policy is reinstated', () => {
  const transactions = [
    { id: 'NB', premium: 100_000 },
    { id: 'EB', premium: 20_000 },
    { id: 'C12', premium: -60_000 },
    { id: 'RI', premium: 60_000, reverses: 'C12' },
    { id: 'C13', premium: -120_000 },
  ]
  expect(moved(transactions).slice(3)).toEqual([
    ['RI', { EB: 20_000, NB: 40_000 }],
    ['C13', { EB: -20_000, NB: -100_000 }],
  ])
})

test('restores premium to transactions in the order in which it was subtracted', () => {
  const transactions = [
    { id: 'NB', premium: 100_000 },
    { id: 'EB', premium: 20_000 },
    { id: 'C12', premium: -60_000 },
  ]
  const restore = (premium: number) => moved([...transactions, { id: 'RI', premium, reverses: 'C12' }]).at(-1)
  expect(restore(15_000)).toEqual(['RI', { EB: 15_000 }])
  expect(restore(20_000)).toEqual(['RI', { EB: 20_000 }])
  expect(restore(50_000)).toEqual(['RI', { EB: 20_000, NB: 30_000 }])
})

test('subtracts reversed premium from the reversed transaction, even if later transactions exist', () => {
  const transactions = [
    { id: 'NB', premium: 100_000 },
    { id: 'EB1', premium: 20_000 },
    { id: 'EB2', premium: 20_000 },
    { id: 'EBR', premium: -20_000, reverses: 'EB1' },
  ]
  expect(moved(transactions).at(-1)).toEqual(['EBR', { EB1: -20_000 }])
})

test('restores premium when return premium is reversed, and assigns any remainder to the reversal', () => {
  const transactions = [
    { id: 'NB', premium: 100_000 },
    { id: 'EB', premium: -20_000 },
    { id: 'EBR', premium: 25_000, reverses: 'EB' },
  ]
  expect(moved(transactions).at(-1)).toEqual(['EBR', { NB: 20_000, EBR: 5_000 }])
  expect(moved([...transactions.slice(0, 2), { id: 'EBR', premium: 15_000, reverses: 'EB' }]).at(-1)).toEqual([
    'EBR',
    { NB: 15_000 },
  ])
})

test('subtracts no more premium than was charged', () => {
  const transactions = [
    { id: 'EB', premium: 20_000 },
    { id: 'C13', premium: -120_000 },
  ]
  expect(moved(transactions).at(-1)).toEqual(['C13', { EB: -20_000 }])
})

test('restores to a transaction at most the premium that was previously subtracted', () => {
  const transactions = [
    { id: 'EB', premium: 20_000 },
    { id: 'C13', premium: -120_000 },
    { id: 'RI', premium: 120_000, reverses: 'C13' },
  ]
  expect(moved(transactions).at(-1)).toEqual(['RI', { EB: 20_000 }])
  expect(moved([...transactions.slice(0, 2), { id: 'RI', premium: 125_000, reverses: 'C13' }]).at(-1)).toEqual([
    'RI',
    { EB: 20_000, RI: 5_000 },
  ])
})
