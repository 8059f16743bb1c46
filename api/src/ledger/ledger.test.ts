import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  assertBalanced,
  type BookedPayment,
  buildFailedPaymentEntry,
  buildFailedRefundEntry,
  buildInvoiceEntry,
  buildPaidRefundEntry,
  buildProcessingPaymentEntry,
  buildRefundEntry,
  buildSettledPaymentEntry,
  buildTransferEntry,
  calculateMaximumTransferCents,
} from './ledger.ts'

const cents = fc.integer({ min: 1, max: 10_000_000 })
const payment = fc.record<BookedPayment>({
  id: fc.uuid(),
  policyId: fc.uuid(),
  typeId: fc.constantFrom(1, 2, 3, 4, 5, 6),
  amountCents: cents,
  feeCents: fc.nat(50_000),
})

describe('journal entry', () => {
  test('sums to zero and has no posting of zero', () => {
    fc.assert(
      fc.property(payment, cents, fc.integer({ min: -10_000_000, max: 10_000_000 }), (paid, amount, premium) => {
        const entries = [
          buildInvoiceEntry('i', 'p', [
            { charge: 'premium_written', amountCents: premium, description: '' },
            { charge: 'tax_stamping', amountCents: -7, description: '' },
          ]),
          buildProcessingPaymentEntry(paid),
          buildSettledPaymentEntry(paid, 'outside'),
          buildSettledPaymentEntry(paid, 'process'),
          buildSettledPaymentEntry(paid, 'suspense'),
          buildFailedPaymentEntry(paid, 'processing'),
          buildFailedPaymentEntry(paid, 'paid', [{ policyId: 'other', amountCents: 1 }]),
          buildRefundEntry('r', 'p', amount),
          buildPaidRefundEntry('r', 'p', amount, paid.typeId),
          buildFailedRefundEntry('r', 'p', amount),
          buildTransferEntry({ rowId: 'a', policyId: 'p' }, { rowId: 'b', policyId: 'q' }, amount),
        ]
        for (const entry of entries) {
          assertBalanced(entry)
          expect(entry.postings.every((posting) => posting.amountCents !== 0)).toBe(true)
        }
      }),
    )
  })

  test('records a card fee as income, not as premium', () => {
    const entry = buildSettledPaymentEntry(
      { id: 'x', policyId: 'p', typeId: 4, amountCents: 10_000, feeCents: 320 },
      'outside',
    )
    expect(entry.postings.map(({ account, amountCents }) => [account, amountCents])).toEqual([
      ['cash_card', 10_320],
      ['receivable', -10_000],
      ['card_fee', -320],
    ])
  })

  test('is described as a chargeback for a dispute and as a failed payment otherwise', () => {
    const paid = { id: 'x', policyId: 'p', typeId: 4, amountCents: 10_000, feeCents: 320 }
    expect(buildFailedPaymentEntry(paid, 'paid', [], 'cash', true).description).toBe('Chargeback')
    expect(buildFailedPaymentEntry(paid, 'paid').description).toBe('Payment failed')
  })

  test('throws a RangeError when its postings do not balance or contain fractional cents', () => {
    const entry = buildRefundEntry('r', 'p', 100)
    expect(() => assertBalanced({ ...entry, postings: entry.postings.slice(1) })).toThrow(RangeError)
    expect(() => assertBalanced(buildRefundEntry('r', 'p', 0.5))).toThrow(RangeError)
  })
})

describe('calculateMaximumTransferCents', () => {
  test.each([
    ['what is left of the payment id while something is due [D189]', 5000, 10_000, 7500, 7500],
    ['the selected amount when nothing is due [D189]', 0, 10_000, 12_000, 10_000],
    ['never more than is left', 0, 10_000, 4000, 4000],
    ['nothing when everything was transferred', 100, 10_000, 0, 0],
  ])('returns %s', (_title, due, amountCents, leftCents, expected) => {
    expect(calculateMaximumTransferCents(due, { amountCents, leftCents })).toBe(expected)
  })
})
