import { expect, it } from 'vitest'
import { isDueForRenewal } from './due-for-renewal.ts'
import { describeRenewalPayment } from './notify-renewed.ts'

const inForce = {
  ...{ isCancelled: false, isPendingCancel: false, isExpired: false, isNonRenewal: false },
  expirationDate: '2027-01-04',
}

it.each([
  ['that ends in 45 days', {}, true],
  ['that ends in 46 days', { expirationDate: '2027-01-05' }, false],
  ['that ends tomorrow', { expirationDate: '2026-11-21' }, true],
  ['that has ended', { expirationDate: '2026-11-20', isExpired: true }, false],
  ['that is non-renewed', { isNonRenewal: true }, false],
  ['that is cancelled', { isCancelled: true }, false],
  ['that is pending cancellation', { isPendingCancel: true }, false],
])('determines whether a term %s is due for renewal: %o', (_, facts, isDue) => {
  expect(isDueForRenewal({ ...inForce, ...facts }, '2026-11-20')).toBe(isDue)
})

const money = {
  creditCents: 0,
  dueCents: 112_500,
  dueDate: '2027-01-04',
  billsLender: false,
  isMonthly: false,
  chargedTo: undefined,
}
it.each([
  [{}, 'Please pay by 01/04/2027.'],
  [{ isMonthly: true }, 'Please pay the first installment by 01/04/2027.'],
  [{ billsLender: true }, 'Your lender will be billed.'],
  [
    { chargedTo: { isCard: true, lastFour: '4242' } },
    'We charge it to your card ending in 4242 when it falls due, on 01/04/2027. You don’t need to do anything. No card fee is added.',
  ],
  [
    { chargedTo: { isCard: false, lastFour: '6789' }, isMonthly: true },
    'We charge each part to your bank account ending in 6789 when it falls due, first on 01/04/2027. You don’t need to do anything.',
  ],
  [{ billsLender: true, chargedTo: { isCard: true, lastFour: '4242' } }, 'Your lender will be billed.'],
  [{ creditCents: 10_000 }, '$100.00 of credit has already been applied. Please pay by 01/04/2027.'],
  [{ creditCents: 112_500, dueCents: 0 }, '$1,125.00 of credit has already been applied. No payment is due.'],
])('states in the renewal email for %o who must pay and by when', (facts, words) => {
  expect(describeRenewalPayment({ ...money, ...facts }, 'policyholder')).toBe(words)
})

it.each([
  [{}, 'Payment is due by 01/04/2027.'],
  [{ isMonthly: true }, 'The first installment is due by 01/04/2027.'],
  [{ billsLender: true }, 'The lender will be billed.'],
  [
    { chargedTo: { isCard: false, lastFour: '6789' } },
    'We charge it to the insured’s bank account ending in 6789 when it falls due, on 01/04/2027.',
  ],
])("does not address the policyholder in the agency's renewal email for %o [EML-1]", (facts, words) => {
  expect(describeRenewalPayment({ ...money, ...facts }, 'agency')).toBe(words)
})
