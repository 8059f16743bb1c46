import type { Transaction } from 'kysely'
import { plusDays, plusYear } from '../calendar/days.ts'
import { lenderPays } from '../catalogue/payers.ts'
import type { DB } from '../db/schema.ts'
import { openOverpayment } from '../ledger/overpayment.ts'
import { receivePayment } from '../ledger/payments.ts'
import { transferPayment } from '../ledger/transfers.ts'
import type { DemoAgency } from './agencies.ts'
import { running, samplePolicy } from './demo-policies.ts'
import { type EndorsementKind, endorse } from './endorsements.ts'
import type { Place } from './places.ts'
import { postChange, postReversal } from './post-change.ts'
import { author, type DemoPolicy, writePolicy } from './write-policy.ts'

/** What a journey can reach: its own policy, those of the journeys before it, and the clock. */
interface Scene {
  policy: DemoPolicy
  policyId: string
  totalCents: number
  today: string
  now: Date
  /** Policy id by number. */
  known: ReadonlyMap<string, string>
}

export interface Journey {
  policy: DemoPolicy
  /** What the policy is there to show, as the table of docs/demo-book.md says it. */
  shows: string
  /** What happens after binding. */
  then?: (trx: Transaction<DB>, scene: Scene) => Promise<void>
}

const keyWest: Place = {
  city: 'Key West',
  state: 'FL',
  zip: '33040',
  lat: 24.5551,
  lng: -81.78,
  county: 'Monroe',
  countyFips: '12087',
}
const fortMyers: Place = {
  city: 'Fort Myers',
  state: 'FL',
  zip: '33901',
  lat: 26.6406,
  lng: -81.8723,
  county: 'Lee',
  countyFips: '12071',
}

/** One policy for each thing that can happen to one, with numbers that are easy to remember. */
export function journeys(agency: DemoAgency, today: string): Journey[] {
  const journey = (
    policyNo: string,
    firstName: string,
    shows: string,
    facts: Partial<DemoPolicy> = {},
    then?: Journey['then'],
  ): Journey => ({
    policy: {
      ...samplePolicy(agency, today),
      ...running(today),
      addr1: `${1100 + Number(policyNo.slice(-3))} Demo Journey Way`,
      person: {
        first: firstName,
        last: 'Example',
        email: `${firstName}.example@example.com`.toLowerCase(),
        phone: '813-555-0120',
      },
      ...facts,
      policyNo,
    },
    shows,
    ...(then ? { then } : {}),
  })
  const endorsed =
    (kind: EndorsementKind): NonNullable<Journey['then']> =>
    (trx, { policyId, policy }) =>
      endorse(trx, policyId, policy, kind, plusDays(today, -20))
  const lastTerm = { inception: plusDays(today, -395), posted: plusDays(today, -425) }
  const secondTerm = plusYear(lastTerm.inception)

  return [
    journey(
      'RFL3000121',
      'Nora',
      'EB: an endorsement raised the building limit; its premium is due',
      {},
      endorsed('EB'),
    ),
    journey('RFL3000122', 'Omar', 'EBM: a mandatory endorsement', {}, endorsed('EBM')),
    journey('RFL3000123', 'Petra', 'EBR: an endorsement and its reversal', {}, endorsed('EBR')),
    journey('RFL3000124', 'Quentin', 'EBO: an endorsement out of sequence', {}, endorsed('EBO')),
    journey('RFL3000125', 'Rosa', 'Grouped: two endorsements bound together', {}, endorsed('grouped')),
    journey('RFL3000126', 'Sven', 'MA: a manual adjustment left a credit', {}, endorsed('MA')),
    journey('RFL3000127', 'Tara', 'RI: cancelled by the insured (33), then reinstated', {}, reinstated),
    journey('RFL3000128', 'Umar', 'Cancelled (22) and rewritten as RFL3000129', {}, cancelledForRewrite),
    journey(
      'RFL3000129',
      'Umar',
      'The rewrite of RFL3000128, paid by a transfer from it',
      { addr1: '1228 Demo Journey Way', payment: 'none' },
      rewriteOf('RFL3000128'),
    ),
    journey('RFL3000130', 'Vera', 'The first of two terms at one address, expired', lastTerm),
    journey(
      'RFL3000131',
      'Vera',
      'RN: the second term of RFL3000130',
      { addr1: '1230 Demo Journey Way', inception: secondTerm, posted: plusDays(secondTerm, -30), type: 'RN' },
      renewalOf('RFL3000130'),
    ),
    journey('RFL3000132', 'Walter', 'Paid twice: an open overpayment', { billInitially: lenderPays }, paidTwice),
    journey('RFL3000133', 'Xenia', 'Paid by a lockbox check', { payment: 'none' }),
    journey('RFL3000134', 'Yusuf', 'Saved card (default) and bank account, premium due after a failed payment', {
      payment: 'failed',
    }),
    journey('EQR3000135', 'Zelda', 'Monthly plan with auto-pay from a saved bank account', {
      productId: 4,
      monthly: true,
      grossCents: 24_000,
      feeCents: 2_500,
      tax: { premiumCents: 1_309, stampingCents: 16, emergencyCents: 0 },
      buildingCents: 2_000_000,
      contentsCents: 0,
    }),
    journey('RFL3000136', 'Amara', 'A claim with a document and notes'),
    journey('RFL3000137', 'Bruno', 'In Monroe County, where an active storm moratorium stops changes', {
      place: keyWest,
    }),
    journey('RFL3000138', 'Clara', 'In Lee County, where a regulator stops cancellations', { place: fortMyers }),
  ]
}

/** Writes the journeys' policies and all that happened to them. */
export async function writeJourneys(trx: Transaction<DB>, all: Journey[], today: string, now: Date) {
  const known = new Map<string, string>()
  for (const { policy, then } of all) {
    const { policyId, totalCents } = await writePolicy(trx, policy, now)
    known.set(policy.policyNo, policyId)
    await then?.(trx, { policy, policyId, totalCents, today, now, known })
  }
  return known
}

async function reinstated(trx: Transaction<DB>, { policyId, policy, today }: Scene) {
  await postChange(trx, policyId, {
    type: 'C33',
    reason: '33',
    day: plusDays(today, -30),
    description: 'Return premium',
    grossCents: -Math.floor((policy.grossCents * 315) / 365),
    keepsTerm: true,
  })
  const day = plusDays(today, -10)
  await postReversal(trx, policyId, { type: 'RI', day, description: 'Reinstated', keepsTerm: true })
  await trx
    .updateTable('policies')
    .set({ reinstated_at: `${day}T15:00:00Z` })
    .where('policy_id', '=', policyId)
    .execute()
}

/** Reason 22 gives everything back, fees included, for the new policy first (decision 18). */
async function cancelledForRewrite(trx: Transaction<DB>, { policyId, policy, today }: Scene) {
  const day = plusDays(today, -15)
  await postChange(trx, policyId, {
    type: 'CN',
    reason: '22',
    day,
    effective: policy.inception,
    description: 'Return premium',
    grossCents: -policy.grossCents,
    feeCents: -policy.feeCents,
    tax: {
      premiumCents: -policy.tax.premiumCents,
      stampingCents: -policy.tax.stampingCents,
      emergencyCents: -policy.tax.emergencyCents,
    },
    keepsTerm: true,
  })
  await trx
    .updateTable('policies')
    .set({
      cancelled_at: `${day}T15:00:00Z`,
      cancel_reason_code: '22',
      cancel_effective_date: policy.inception,
    })
    .where('policy_id', '=', policyId)
    .execute()
}

async function link(trx: Transaction<DB>, previousId: string, nextId: string) {
  await trx.updateTable('policies').set({ next_policy_id: nextId }).where('policy_id', '=', previousId).execute()
  await trx.updateTable('policies').set({ previous_policy_id: previousId }).where('policy_id', '=', nextId).execute()
}

function before(known: Scene['known'], policyNo: string): string {
  const id = known.get(policyNo)
  if (!id) throw new Error(`The journey of ${policyNo} has to come first`)
  return id
}

const rewriteOf =
  (previousNo: string): NonNullable<Journey['then']> =>
  async (trx, { policyId, totalCents, now, known }) => {
    const previousId = before(known, previousNo)
    await link(trx, previousId, policyId)
    const paid = await trx
      .selectFrom('payments')
      .select('policy_payment_id')
      .where('policy_id', '=', previousId)
      .executeTakeFirstOrThrow()
    const moved = await transferPayment(trx, {
      policyPaymentId: paid.policy_payment_id,
      toPolicyId: policyId,
      amountCents: totalCents,
      author,
      now,
    })
    if ('problem' in moved) throw new Error(`The payment of ${previousNo} does not move: ${moved.problem}`)
  }

const renewalOf =
  (previousNo: string): NonNullable<Journey['then']> =>
  async (trx, { policyId, known }) => {
    await link(trx, before(known, previousNo), policyId)
    await trx.updateTable('policies').set({ sequence: 2 }).where('policy_id', '=', policyId).execute()
  }

/** The insured paid, and then the lender did, too. */
async function paidTwice(trx: Transaction<DB>, { policyId, totalCents, now }: Scene) {
  const { policyPaymentId } = await receivePayment(trx, {
    policyId,
    typeId: 1,
    amountCents: totalCents,
    status: 'paid',
    author,
    description: 'Payment of the lender',
    payeeName: 'Sample Savings Bank',
    now,
  })
  await openOverpayment(trx, { policyPaymentId, policyId, amountCents: totalCents, now })
}
