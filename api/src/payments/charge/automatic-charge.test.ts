import { expect, it } from 'vitest'
import { getAutomaticChargeCents, type RenewalDue } from './automatic-charge.ts'

const renewal: RenewalDue = {
  ...{ isCancelled: false, isPendingCancel: false, originalTransType: 'RN', isEarlierEnding: false },
  ...{ billsLender: false, fallenDueCents: 112_500, processingCents: 0 },
}

it.each<[string, Partial<RenewalDue>, number]>([
  ['owes is charged once it falls due', {}, 112_500],
  ['is paid in part is charged for the rest', { fallenDueCents: 12_500 }, 12_500],
  ['is paid already, or owes before its day, is not charged', { fallenDueCents: 0 }, 0],
  ['a bank is sending is not charged again', { processingCents: 112_500 }, 0],
  ['the lender pays is not charged to the insured', { billsLender: true }, 0],
  ['is cancelled is not charged', { isCancelled: true }, 0],
  ['is pending cancellation is not charged', { isPendingCancel: true }, 0],
  ['follows a term that ends early is not charged', { isEarlierEnding: true }, 0],
  ['is new business is not charged', { originalTransType: 'NB' }, 0],
])('a renewal that %s: %j, %i cents', (_, changes, cents) => {
  expect(getAutomaticChargeCents({ ...renewal, ...changes })).toBe(cents)
})
