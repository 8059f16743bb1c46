import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  assertBalanced,
  type BookedPayment,
  buildDisputedPartEntry,
  buildFailedPaymentEntry,
  buildFailedRefundEntry,
  buildInvoiceEntry,
  buildPaidRefundEntry,
  buildProcessingPaymentEntry,
  buildRefundEntry,
  buildSettledPaymentEntry,
  buildTransferEntry,
  buildWriteOffEntry,
  calculateMaximumTransferCents,
  getCashAccount,
  getClearingAccount,
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
  test('sums to zero and has no zero-amount postings', () => {
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

  test('is labeled "Chargeback" for a dispute, and "Payment failed" for any other failure', () => {
    const paid = { id: 'x', policyId: 'p', typeId: 4, amountCents: 10_000, feeCents: 320 }
    expect(buildFailedPaymentEntry(paid, 'paid', [], 'cash', true).description).toBe('Chargeback')
    expect(buildFailedPaymentEntry(paid, 'paid').description).toBe('Payment failed')
  })

  test('throws a RangeError if its postings do not balance or contain fractional cents', () => {
    const entry = buildRefundEntry('r', 'p', 100)
    expect(() => assertBalanced({ ...entry, postings: entry.postings.slice(1) })).toThrow(RangeError)
    expect(() => assertBalanced(buildRefundEntry('r', 'p', 0.5))).toThrow(RangeError)
  })
})

describe('journal entry by transaction type', () => {
  const card = { id: 'x', policyId: 'p', typeId: 4, amountCents: 10_000, feeCents: 320 }
  const ofPolicy = { policyId: 'p', paymentId: 'x' }

  test('debits the invoice total to the policyholder and credits each charge', () => {
    const { postings, description } = buildInvoiceEntry('i', 'p', [
      { charge: 'premium_written', amountCents: 118_000, description: '' },
      { charge: 'tax_stamping', amountCents: 71, description: '' },
    ])
    const ofInvoice = { policyId: 'p', invoiceId: 'i' }
    expect(postings).toEqual([
      { account: 'receivable', amountCents: 118_071, ...ofInvoice },
      { account: 'premium_written', amountCents: -118_000, ...ofInvoice },
      { account: 'tax_stamping', amountCents: -71, ...ofInvoice },
    ])
    expect(description).toBe('Invoice')
  })

  test('labels an invoice as return premium only if its total is negative', () => {
    const describeTotal = (amountCents: number) =>
      buildInvoiceEntry('i', 'p', [{ charge: 'premium_written', amountCents, description: '' }]).description
    expect([describeTotal(-1), describeTotal(0), describeTotal(1)]).toEqual(['Return premium', 'Invoice', 'Invoice'])
  })

  test('holds a submitted payment and its fee in the clearing account', () => {
    expect(buildProcessingPaymentEntry(card).postings).toEqual([
      { account: 'clearing_card', amountCents: 10_320, paymentId: 'x' },
      { account: 'payments_in_process', amountCents: -10_000, ...ofPolicy },
      { account: 'card_fee', amountCents: -320, ...ofPolicy },
    ])
  })

  test('moves a processing payment from the clearing account to cash when it settles', () => {
    expect(buildSettledPaymentEntry({ ...card, feeCents: 0 }, 'process').postings).toEqual([
      { account: 'clearing_card', amountCents: -10_000, paymentId: 'x' },
      { account: 'payments_in_process', amountCents: 10_000, ...ofPolicy },
      { account: 'cash_card', amountCents: 10_000, paymentId: 'x' },
      { account: 'receivable', amountCents: -10_000, ...ofPolicy },
    ])
  })

  test('moves unapplied cash out of the suspense account when it is applied to a policy', () => {
    expect(buildSettledPaymentEntry({ ...card, typeId: 3, feeCents: 0 }, 'suspense').postings).toEqual([
      { account: 'suspense', amountCents: 10_000, paymentId: 'x' },
      { account: 'receivable', amountCents: -10_000, ...ofPolicy },
    ])
  })

  test('clears only the submitted amount when a processing payment fails', () => {
    expect(buildFailedPaymentEntry({ ...card, feeCents: 0 }, 'processing').postings).toEqual([
      { account: 'clearing_card', amountCents: -10_000, paymentId: 'x' },
      { account: 'payments_in_process', amountCents: 10_000, ...ofPolicy },
    ])
  })

  test('charges a returned payment to each policy that received part of it', () => {
    const transferred = [{ policyId: 'other', amountCents: 4_000 }]
    expect(buildFailedPaymentEntry(card, 'paid', transferred).postings).toEqual([
      { account: 'receivable', amountCents: 6_000, ...ofPolicy },
      { account: 'receivable', amountCents: 4_000, policyId: 'other', paymentId: 'x' },
      { account: 'card_fee', amountCents: 320, ...ofPolicy },
      { account: 'cash_card', amountCents: -10_320, paymentId: 'x' },
    ])
    expect(buildFailedPaymentEntry({ ...card, feeCents: 0 }, 'paid').postings).toEqual([
      { account: 'receivable', amountCents: 10_000, ...ofPolicy },
      { account: 'cash_card', amountCents: -10_000, paymentId: 'x' },
    ])
  })

  test('moves a check posted to the wrong policy to unapplied cash', () => {
    const { postings } = buildFailedPaymentEntry({ ...card, typeId: 3, feeCents: 0 }, 'paid', [], 'suspense')
    expect(postings.at(-1)).toEqual({ account: 'suspense', amountCents: -10_000, paymentId: 'x' })
  })

  test('records a refund as payable until it is paid or fails', () => {
    expect(buildRefundEntry('x', 'p', 500).postings).toEqual([
      { account: 'receivable', amountCents: 500, ...ofPolicy },
      { account: 'refunds_payable', amountCents: -500, ...ofPolicy },
    ])
    expect(buildPaidRefundEntry('x', 'p', 500, 2).postings).toEqual([
      { account: 'refunds_payable', amountCents: 500, ...ofPolicy },
      { account: 'cash_ach', amountCents: -500, paymentId: 'x' },
    ])
    expect(buildFailedRefundEntry('x', 'p', 500).postings).toEqual([
      { account: 'refunds_payable', amountCents: 500, ...ofPolicy },
      { account: 'receivable', amountCents: -500, ...ofPolicy },
    ])
  })

  test('moves a transfer through the transfer account, which nets to zero', () => {
    const [from, to] = [
      { policyId: 'p', rowId: 'x' },
      { policyId: 'q', rowId: 'y' },
    ]
    expect(buildTransferEntry(from, to, 500).postings).toEqual([
      { account: 'receivable', amountCents: 500, ...ofPolicy },
      { account: 'clearing_transfer', amountCents: -500, paymentId: 'x' },
      { account: 'clearing_transfer', amountCents: 500, paymentId: 'y' },
      { account: 'receivable', amountCents: -500, policyId: 'q', paymentId: 'y' },
    ])
  })

  test('credits the receivable for a write-off, and debits it for the reversal', () => {
    const writeOff = { id: 'w', policyId: 'p', amountCents: 300 }
    expect(buildWriteOffEntry(writeOff)).toMatchObject({
      businessKey: 'write-off:w',
      postings: [
        { account: 'receivable', amountCents: -300, policyId: 'p' },
        { account: 'write_off', amountCents: 300, policyId: 'p' },
      ],
    })
    expect(buildWriteOffEntry(writeOff, true)).toMatchObject({
      businessKey: 'write-off:w:reversed',
      postings: [
        { account: 'receivable', amountCents: 300, policyId: 'p' },
        { account: 'write_off', amountCents: -300, policyId: 'p' },
      ],
    })
  })

  test('rejects postings with fractional cents, even if they sum to zero', () => {
    const entry = buildRefundEntry('r', 'p', 100)
    const [first] = entry.postings
    const halves = [0.5, -0.5].map((amountCents) => ({ account: 'receivable' as const, amountCents }))
    expect(() => assertBalanced({ ...entry, postings: [...entry.postings, ...halves] })).toThrow(RangeError)
    expect(() => assertBalanced({ ...entry, postings: first ? [first] : [] })).toThrow('(100 cents)')
  })
})

describe('getCashAccount and getClearingAccount', () => {
  test.each([
    [1, 'cash_mortgagee', 'clearing_check'],
    [2, 'cash_ach', 'clearing_ach'],
    [3, 'cash_check', 'clearing_check'],
    [4, 'cash_card', 'clearing_card'],
    [5, 'cash_lockbox', 'clearing_check'],
    [6, 'cash_check', 'clearing_check'],
    [12, 'clearing_transfer', 'clearing_check'],
  ])('return for payment type %i the accounts %s and %s', (typeId, cash, clearing) => {
    expect([getCashAccount(typeId), getClearingAccount(typeId)]).toEqual([cash, clearing])
  })

  test('throw an error for an unknown payment type', () => {
    expect(() => getCashAccount(7)).toThrow('There is no payment type 7')
  })
})

describe('calculateMaximumTransferCents', () => {
  test.each([
    ['the remaining amount of the payment ID while a balance is due [D189]', 5000, 10_000, 7500, 7500],
    ['the selected amount when nothing is due [D189]', 0, 10_000, 12_000, 10_000],
    ['no more than the remaining amount', 0, 10_000, 4000, 4000],
    ['zero when the whole payment was transferred', 100, 10_000, 0, 0],
  ])('returns %s', (_title, due, amountCents, leftCents, expected) => {
    expect(calculateMaximumTransferCents(due, { amountCents, leftCents })).toBe(expected)
  })
})

describe('journal entry of a dispute of a part', () => {
  test('charges each policy its part again, with the card fee of the part', () => {
    const paid: BookedPayment = { id: 'payment', policyId: 'first', typeId: 2, amountCents: 9000, feeCents: 270 }
    const parts = [
      { rowId: 'row-1', policyId: 'first', amountCents: 3000 },
      { rowId: 'row-2', policyId: 'second', amountCents: 1000 },
    ]
    const entry = buildDisputedPartEntry('D1', paid, parts, 120)
    expect(entry).toEqual({
      businessKey: 'dispute:D1',
      kind: 'paymentFailed',
      description: 'Chargeback',
      postings: [
        { account: 'receivable', amountCents: 3000, policyId: 'first', paymentId: 'row-1' },
        { account: 'receivable', amountCents: 1000, policyId: 'second', paymentId: 'row-2' },
        { account: 'card_fee', amountCents: 120, policyId: 'first', paymentId: 'payment' },
        { account: getCashAccount(2), amountCents: -4120, paymentId: 'payment' },
      ],
    })
    expect(buildDisputedPartEntry('D1', paid, parts, 0).postings).toHaveLength(3)
  })
})
