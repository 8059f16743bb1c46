import { expect, test } from 'vitest'
import { calculateInvoiceTotals, getInvoicePayer, getOpenAmount, shortenInvoiceId } from './invoices.ts'

const payment = (createdAtUserType: 1 | 2 | 3) => ({
  paymentId: 'PAY-1',
  amount: 1,
  createdAt: '2026-11-20T00:00:00Z',
  createdAtUserType,
})

test('shows the payer of the first payment as the payer of an invoice [D114]', () => {
  expect(getInvoicePayer({ invoicePayments: [payment(1), payment(2)] })).toBe('Agent')
  expect(getInvoicePayer({ invoicePayments: [payment(2), payment(1)] })).toBe('Insured')
  expect(getInvoicePayer({ invoicePayments: [payment(3)] })).toBe('Insured')
  expect(getInvoicePayer({ invoicePayments: [] })).toBe('Insured')
})

test('adds up the invoice columns exactly to the cent', () => {
  const rows = [0.1, 0.2, -0.05].map((amount) => ({ grossPremium: amount, totalPremium: amount * 2 }))
  expect(calculateInvoiceTotals(rows)).toEqual({ premium: 0.25, total: 0.5 })
})

test('shows a negative open amount as a refund [D059]', () => {
  expect(getOpenAmount(12.5)).toEqual({ label: 'Amount Due', amount: 12.5 })
  expect(getOpenAmount(0)).toEqual({ label: 'Amount Due', amount: 0 })
  expect(getOpenAmount(-12.5)).toEqual({ label: 'Refund Amount', amount: 12.5 })
})

test('shortens an invoice id to its last group, or to its last two groups to avoid duplicates', () => {
  const random = ['01a1fd49-ccf1-7db8-9b8e-882cee5b5ba1', '01a1fd49-ccf1-7db8-9b8e-882cee5b5ba2']
  expect(random.map((id) => shortenInvoiceId(id, random))).toEqual(['EE5B5BA1', 'EE5B5BA2'])
  const demo = ['00000003-0001-4000-8001-000003000109', '00000003-0001-4000-8002-000003000109']
  expect(demo.map((id) => shortenInvoiceId(id, demo))).toEqual(['8001-000003000109', '8002-000003000109'])
})
