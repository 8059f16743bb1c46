import type { PolicyInvoice } from '@tideline/sdk'
import { expect, it } from 'vitest'
import { dueDay } from './due-day.ts'

const invoice = (dueDate: string, amountDue: number, amountPaid = 0) =>
  ({ dueDate, amountDue, amountPaid }) as PolicyInvoice
const dueOf = (paymentInterval: 'Annual' | 'Monthly', ...invoices: PolicyInvoice[]) =>
  dueDay({ effectiveDate: '2026-12-16', paymentInterval, invoices: { invoices } as never })

it.each<[string, string | undefined, string | undefined]>([
  ['new business: the day of its invoice', dueOf('Annual', invoice('2026-12-16', 1317.75)), '2026-12-16'],
  [
    'an endorsement after the premium is paid: the day of its own invoice',
    dueOf('Annual', invoice('2026-12-16', 0, 1317.75), invoice('2027-03-01', 123.64)),
    '2027-03-01',
  ],
  [
    'two open invoices: the earlier day',
    dueOf('Annual', invoice('2027-03-01', 123.64), invoice('2026-12-16', 1317.75)),
    '2026-12-16',
  ],
  ['a return of premium asks for nothing', dueOf('Annual', invoice('2026-11-01', -20)), '2026-12-16'],
  ['the first part of a monthly plan', dueOf('Monthly', invoice('2026-12-16', 1319.76)), '2026-12-16'],
  ['a later part of a monthly plan is due now', dueOf('Monthly', invoice('2026-12-16', 1209.78, 109.98)), undefined],
])('%s', (_, day, expected) => expect(day).toBe(expected))
