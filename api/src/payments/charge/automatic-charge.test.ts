import { expect, it } from 'vitest'
import { getAutomaticChargeCents, type RenewalDue } from './automatic-charge.ts'

const renewal: RenewalDue = {
  ...{ isCancelled: false, isPendingCancel: false, originalTransType: 'RN', isEarlierEnding: false },
  ...{ billsLender: false, fallenDueCents: 112_500, processingCents: 0 },
}

it.each<[string, Partial<RenewalDue>, number]>([
  ['the full amount of a renewal on its due date', {}, 112_500],
  ['the remaining amount of a partly paid renewal', { fallenDueCents: 12_500 }, 12_500],
  ['nothing for a renewal that is paid or not due yet', { fallenDueCents: 0 }, 0],
  ['nothing for a renewal with a processing bank payment', { processingCents: 112_500 }, 0],
  ['nothing for a renewal billed to the lender', { billsLender: true }, 0],
  ['nothing for a cancelled renewal', { isCancelled: true }, 0],
  ['nothing for a renewal that is pending cancellation', { isPendingCancel: true }, 0],
  ['nothing for a renewal of a term that ends early', { isEarlierEnding: true }, 0],
  ['nothing for new business', { originalTransType: 'NB' }, 0],
])('charges %s: %j, %i cents', (_, changes, cents) => {
  expect(getAutomaticChargeCents({ ...renewal, ...changes })).toBe(cents)
})
