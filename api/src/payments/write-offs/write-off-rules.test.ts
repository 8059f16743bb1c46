import { expect, it } from 'vitest'
import { assertCanWriteOff, findWriteOffProblem } from './write-off-rules.ts'

const facts = { dueCents: 300, processingCents: 0, keptCents: 0, limitCents: 500 }

it.each([
  ['a small balance due', {}, undefined],
  ['a small balance due with a credit held for the renewal', { keptCents: 100 }, undefined],
  ['a small credit', { dueCents: -300 }, undefined],
  ['a credit held for the renewal', { dueCents: -300, keptCents: 100 }, 'reserved_for_renewal'],
  ['a balance at the limit', { dueCents: 500 }, undefined],
  ['a balance above the limit', { dueCents: 501 }, 'write_off_limit'],
  ['a credit at the limit', { dueCents: -500 }, undefined],
  ['a credit above the limit', { dueCents: -501 }, 'write_off_limit'],
  ['no balance', { dueCents: 0 }, 'nothing_to_write_off'],
  ['a balance while a payment is processing', { processingCents: 1 }, 'payment_in_progress'],
])('checks the write-off of %s: %j, %s', (_, changes, code) => {
  expect(findWriteOffProblem({ ...facts, ...changes })?.code).toBe(code)
})

it.each([
  [501, 'Only balances up to $5.00 can be written off. The policy owes $5.01.'],
  [-501, 'Only balances up to $5.00 can be written off. The policy has a credit of $5.01.'],
])('rejects the write-off of %i cents and states the limit and the balance', (dueCents, message) => {
  expect(() => assertCanWriteOff({ ...facts, dueCents })).toThrow(
    expect.objectContaining({ code: 'write_off_limit', message }),
  )
})

it('accepts a write-off within the limit', () => {
  expect(() => assertCanWriteOff(facts)).not.toThrow()
})
