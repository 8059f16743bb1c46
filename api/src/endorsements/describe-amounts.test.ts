import { expect, it } from 'vitest'
import { describeEndorsementAmounts, type EndorsementAmounts } from './describe-amounts.ts'

const raised: EndorsementAmounts = {
  ...{ changeCents: 66_020, payees: [], held: [], billsLender: false },
  due: { openCents: 66_020, dueDate: '2026-12-20', parts: 1 },
}
const payees = [{ name: 'Marina Sample', cents: 20_000 }]

it.each<[string, Partial<EndorsementAmounts>, string]>([
  ['asks for the difference by the due date', {}, 'Please pay the difference by 12/20/2026.'],
  [
    'says that the remaining installments will increase',
    { due: { openCents: 66_020, dueDate: '2026-12-20', parts: 3 } },
    'The difference is added to your 3 remaining installments, starting on 12/20/2026.',
  ],
  [
    'states the charge date of a card with auto-pay (AUT-10)',
    { chargedTo: { isCard: true, lastFour: '4242' } },
    'We will charge the difference to your card ending in 4242 on 12/20/2026.',
  ],
  [
    'says that a debit of a bank account with auto-pay is announced (AUT-8)',
    { chargedTo: { isCard: false, lastFour: '6789' } },
    'We will charge the difference to your bank account ending in 6789. We will email you the date 10 days before.',
  ],
  ['says that the lender will be billed', { billsLender: true }, 'Your lender will be billed.'],
  ['says that earlier payments cover the charge', { due: undefined }, 'Your earlier payments cover it.'],
  ['says that the policy cost does not change', { changeCents: 0 }, 'The cost of the policy does not change.'],
  [
    'says that the policyholder is billed instead of the lender (BIL-18)',
    { changeCents: 0, payerChange: { lenderBefore: 'Gulf Demo Bank', lenderAfter: null } },
    'The cost of the policy does not change. From now on, we bill you instead of Gulf Demo Bank.',
  ],
  [
    'shows the refund for each payer and the reduction of the balance',
    { changeCents: -24_000, payees, due: undefined },
    'Refunded to the original payment method: $200.00 to Marina Sample. $40.00 less is owed.',
  ],
  [
    'says that a refund is on hold',
    { changeCents: -24_000, held: [{ by: 'claim', cents: 24_000 }], due: undefined },
    '$240.00 is on hold because of a claim in this policy term. We will decide on it; your agent can tell you more.',
  ],
  ['shows no refund if the premium was not paid', { changeCents: -24_000 }, '$240.00 less is owed.'],
])("%s in the policyholder's endorsement email", (_, changes, words) => {
  expect(describeEndorsementAmounts({ ...raised, ...changes }, 'policyholder')).toBe(words)
})

it.each<[string, Partial<EndorsementAmounts>, string]>([
  [
    'states which lender is billed instead (BIL-18)',
    { changeCents: 0, payerChange: { lenderBefore: 'Gulf Demo Bank', lenderAfter: 'Bay Demo Bank' } },
    'The cost of the policy does not change. From now on, we bill Bay Demo Bank instead of Gulf Demo Bank.',
  ],
  [
    'states that the insured is billed if the lender was no longer on the policy (BIL-18)',
    { changeCents: 0, payerChange: { lenderBefore: null, lenderAfter: null } },
    'The cost of the policy does not change. From now on, we bill the insured.',
  ],
  ['states the due date', {}, 'The difference is due by 12/20/2026.'],
  [
    'states that the remaining installments increase',
    { due: { openCents: 66_020, dueDate: '2026-12-20', parts: 3 } },
    'The difference is added to the 3 remaining installments, starting on 12/20/2026.',
  ],
  [
    'states the charge date of a card with auto-pay (AUT-10)',
    { chargedTo: { isCard: true, lastFour: '4242' } },
    'We will charge the difference to the insured’s card ending in 4242 on 12/20/2026.',
  ],
  [
    'states that a debit of a bank account with auto-pay is announced (AUT-8)',
    { chargedTo: { isCard: false, lastFour: '6789' } },
    'We will charge the difference to the insured’s bank account ending in 6789. We will email the insured the date 10 days before.',
  ],
  ['states that the lender is billed', { billsLender: true }, 'The lender will be billed.'],
  ['states that earlier payments cover the charge', { due: undefined }, 'Earlier payments cover it.'],
  [
    'states that a refund is on hold',
    { changeCents: -24_000, held: [{ by: 'claim', cents: 24_000 }], due: undefined },
    '$240.00 is on hold because of a claim in this policy term. We will decide on it.',
  ],
])("%s in the agency's endorsement email, without addressing the policyholder [EML-1]", (_, changes, words) => {
  expect(describeEndorsementAmounts({ ...raised, ...changes }, 'agency')).toBe(words)
})
