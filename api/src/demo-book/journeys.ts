import { CancelReasonCode, PaymentType } from '@tideline/sdk/words'
import { sql } from 'kysely'
import { addDays, addYear } from '../calendar/days.ts'
import { lenderPays } from '../catalog/payers.ts'
import { toDollars } from '../http/money.ts'
import { createOverpayment } from '../ledger/overpayment.ts'
import { receivePayment } from '../ledger/payments.ts'
import { getPolicyBalance } from '../ledger/store.ts'
import { requestCancellation } from '../lifecycle/cancel/request-cancellation.ts'
import { reinstatePolicy } from '../lifecycle/reinstate/reinstate-policy.ts'
import { cancelRewrite } from '../lifecycle/rewrite/cancel-rewrite.ts'
import { postCheck } from '../payments/checks/post-check.ts'
import type { DemoActors } from './actors.ts'
import type { DemoAgency } from './agencies.ts'
import { getActiveTerm, getSamplePolicy } from './demo-policies.ts'
import { type EndorsementKind, simulateEndorsement } from './endorsements.ts'
import { completeCancellation } from './outcome.ts'
import type { DemoLocation } from './places.ts'
import { signForBothParties } from './sign-documents.ts'
import { getSimulatedTime, type Simulation } from './simulation.ts'
import { type DemoPolicy, demoBookUser, writePolicy } from './write-policy.ts'

/** Context of a journey: its policy, the actors and the dates. */
export interface Scene {
  past: Simulation
  actors: DemoActors
  policy: DemoPolicy
  policyId: string
  totalCents: number
}

export interface Journey {
  policy: DemoPolicy
  /** What the policy demonstrates. The text is the same as in the table of docs/demo-book.md. */
  shows: string
  /** Simulates the events after binding. */
  then?: (scene: Scene) => Promise<unknown>
  /** Whether the journey of another policy creates this policy. */
  isCreatedByAnother?: boolean
}

const keyWest: DemoLocation = {
  city: 'Key West',
  state: 'FL',
  zip: '33040',
  lat: 24.5551,
  lng: -81.78,
  county: 'Monroe',
  countyFips: '12087',
}
const fortMyers: DemoLocation = {
  city: 'Fort Myers',
  state: 'FL',
  zip: '33901',
  lat: 26.6406,
  lng: -81.8723,
  county: 'Lee',
  countyFips: '12071',
}

/** Returns a function that creates a journey with an easy-to-remember policy. */
export const createJourneyBuilder =
  (agency: DemoAgency, today: string) =>
  (
    policyNo: string,
    firstName: string,
    shows: string,
    facts: Partial<DemoPolicy> = {},
    then?: Journey['then'],
  ): Journey => ({
    policy: {
      ...getSamplePolicy(agency, today),
      ...getActiveTerm(today),
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

/** Returns one policy for each scenario, with easy-to-remember numbers. */
export function getJourneys(agency: DemoAgency, today: string): Journey[] {
  const journey = createJourneyBuilder(agency, today)
  const endorsed =
    (kind: EndorsementKind): NonNullable<Journey['then']> =>
    ({ past, actors, policy }) =>
      simulateEndorsement(past, actors, policy, kind, addDays(today, -20))
  const lastTerm = { inception: addDays(today, -395), posted: addDays(today, -425) }
  const secondTerm = addYear(lastTerm.inception)

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
    journey(
      'RFL3000124',
      'Quentin',
      'EBO: an endorsement out of sequence; the policyholder changed the phone number',
      {},
      endorsed('EBO'),
    ),
    journey('RFL3000125', 'Rosa', 'Grouped: two endorsements bound together', {}, endorsed('grouped')),
    journey('RFL3000126', 'Sven', 'MA: a manual adjustment left a credit', {}, endorsed('MA')),
    journey('RFL3000127', 'Tara', 'RI: cancelled by the insured (33), then reinstated', {}, simulateReinstatement),
    journey('RFL3000128', 'Umar', 'Cancelled (22) and rewritten as RFL3000129', {}, simulateRewrite),
    {
      ...journey('RFL3000129', 'Umar', 'The rewrite of RFL3000128, paid by a transfer from it'),
      isCreatedByAnother: true,
    },
    journey('RFL3000130', 'Vera', 'Expired first term of two at one address', lastTerm),
    journey('RFL3000131', 'Vera', 'Renewal (RN) of RFL3000130', {
      addr1: '1230 Demo Journey Way',
      inception: secondTerm,
      posted: addDays(secondTerm, -30),
      type: 'RN',
      renews: 'RFL3000130',
    }),
    journey(
      'RFL3000132',
      'Walter',
      'Paid twice, with an unresolved overpayment',
      { billInitially: lenderPays },
      simulateOverpayment,
    ),
    journey('RFL3000133', 'Xenia', 'Paid by a lockbox check', { payment: 'none' }),
    journey('RFL3000134', 'Yusuf', 'Saved card (default) and bank account, premium due after a failed payment', {
      payment: 'failed',
    }),
    journey('EQR3000135', 'Zelda', 'Monthly plan with auto-pay from a saved bank account', {
      productId: 4,
      monthly: true,
      grossCents: 24_000,
      feeCents: 2_500,
      buildingCents: 2_000_000,
      contentsCents: 0,
    }),
    journey('RFL3000136', 'Amara', 'A claim with a document and notes, and one with a photo from the policyholder'),
    journey('RFL3000137', 'Bruno', 'In Monroe County, where an active storm moratorium stops changes', {
      place: keyWest,
    }),
    journey(
      'RFL3000138',
      'Clara',
      'In Lee County, where a regulator stops cancellations; its email address is on hold',
      { place: fortMyers },
    ),
  ]
}

/** Writes the policies of the journeys and simulates their events. Returns policy ids by policy number. */
export async function simulateJourneys(
  past: Simulation,
  actors: DemoActors,
  all: Journey[],
): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  for (const { policy, then, isCreatedByAnother } of all) {
    const { policyNo } = policy
    if (isCreatedByAnother) known.set(policyNo, await getId(past, policyNo))
    else {
      const { policyId, totalCents } = await writePolicy(past, policy)
      known.set(policyNo, policyId)
      await then?.({ past, actors, policy, policyId, totalCents })
    }
  }
  return known
}

const getId = async ({ db }: Simulation, policyNo: string): Promise<string> =>
  (await db.selectFrom('policies').select('policy_id').where('policy_no', '=', policyNo).executeTakeFirstOrThrow())
    .policy_id

/**
 * Simulates a cancellation with a refund and a reinstatement three weeks later. The refunded amount is due again and is
 * paid by check.
 */
async function simulateReinstatement({ past, actors, policy, policyId }: Scene) {
  const { policyNo } = policy
  const [requestedOn, back, paid] = [-31, -10, -8].map((days) => addDays(past.today, days)) as [string, string, string]
  await past.play(getSimulatedTime(requestedOn), actors.internal, (ctx) =>
    requestCancellation(ctx, {
      policyNo,
      reasonCode: CancelReasonCode.insuredRequest,
      note: { note: 'The insured requested it by phone.', isPrivate: false },
      effectiveDate: undefined,
      suppressNotification: false,
    }),
  )
  await completeCancellation(past, actors, { policy }, addDays(requestedOn, 1))
  await past.play(getSimulatedTime(back), actors.internal, (ctx) => reinstatePolicy(ctx, { policyNo, suppress: false }))
  const { dueCents } = await getPolicyBalance(past.db, policyId)
  if (dueCents <= 0) return
  await past.play(getSimulatedTime(paid), actors.internal, (ctx) =>
    postCheck(ctx, {
      policyNo,
      checkNo: '002127',
      payeeName: `${policy.person.first} ${policy.person.last}`,
      memo: 'Premium after the reinstatement',
      amount: toDollars(dueCents),
      depositDate: paid,
    }),
  )
}

/** Sets the next policy number so that the rewritten policy gets a fixed number. */
async function setNextPolicyNumber({ db }: Simulation, next: number) {
  await sql`select setval('policy_number_seq', ${next}, false)`.execute(db)
}

/**
 * Simulates a rewrite because a closing was postponed before the term began. The payments move to the rewritten policy,
 * which has a later inception date.
 */
async function simulateRewrite({ past, actors, policy }: Scene) {
  const day = addDays(policy.inception, -15)
  await setNextPolicyNumber(past, 129)
  const rewritten = await past.play(getSimulatedTime(day), actors.internal, (ctx) =>
    cancelRewrite(ctx, {
      policyNo: policy.policyNo,
      inceptionDate: addDays(policy.inception, 10),
      hasImmediateClosing: false,
      newAgencyNo: '',
      producerName: '',
    }),
  )
  await setNextPolicyNumber(past, 100_000)
  await signForBothParties(past.db, actors, rewritten.policy.policyNo, getSimulatedTime(addDays(day, 1)))
}

/** Simulates an overpayment: both the insured and the lender pay. */
async function simulateOverpayment({ past: { db, now, goTo }, policyId, totalCents }: Scene) {
  await goTo(now)
  const { policyPaymentId } = await receivePayment(db, {
    policyId,
    typeId: PaymentType.lienholder,
    amountCents: totalCents,
    status: 'paid',
    author: demoBookUser,
    description: 'Payment from the lender',
    payeeName: 'Sample Savings Bank',
    now,
  })
  await createOverpayment(db, { policyPaymentId, policyId, amountCents: totalCents, now })
}
