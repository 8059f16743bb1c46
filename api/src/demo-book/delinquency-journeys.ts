import { PaymentType } from '@tideline/sdk/words'
import { addDays } from '../calendar/days.ts'
import { lenderPays } from '../catalog/payers.ts'
import { toDollars } from '../http/money.ts'
import { getBalanceAndAmountDue } from '../ledger/invoices.ts'
import { receivePayment } from '../ledger/payments.ts'
import { renewPolicy } from '../lifecycle/renew/renew-policy.ts'
import { postCheck } from '../payments/checks/post-check.ts'
import type { DemoAgency } from './agencies.ts'
import { simulateDispute } from './disputes.ts'
import { createJourneyBuilder, type Journey, type Scene } from './journeys.ts'
import { getSimulatedTime } from './simulation.ts'
import { type DemoPolicy, demoBookUser } from './write-policy.ts'

/** Simulates an event on a date. */
type DatedEvent = (scene: Scene, day: string) => Promise<unknown>

export interface DelinquencyJourney extends Journey {
  /** Events by the number of days before the load date. */
  events: Readonly<Record<number, DatedEvent>>
}

/** A check from the policyholder, posted by staff. Without an amount, it pays the amount that is due now or next. */
const payByCheck =
  (amountCents?: number): DatedEvent =>
  ({ past, actors, policy, policyId }, day) =>
    past.play(getSimulatedTime(day), actors.finance, async (ctx) =>
      postCheck(ctx, {
        policyNo: policy.policyNo,
        checkNo: `00${policy.policyNo.slice(-4)}`,
        payeeName: `${policy.person.first} ${policy.person.last}`,
        memo: 'Premium',
        amount: toDollars(amountCents ?? (await getBalanceAndAmountDue(ctx.db, policyId, day)).nextDueCents),
        depositDate: day,
      }),
    )

const receive =
  (typeId: number, status: 'paid' | 'processing', amountCents?: number): DatedEvent =>
  async ({ past, policy, policyId, totalCents }, day) => {
    const now = getSimulatedTime(day)
    await past.goTo(now)
    await receivePayment(past.db, {
      ...{ policyId, typeId, status, amountCents: amountCents ?? totalCents, now },
      ...{ author: demoBookUser, description: `Payment for ${policy.policyNo}` },
      payeeName: `${policy.person.first} ${policy.person.last}`,
    })
  }

/** A check for the remaining premium of the term. */
const payRestByCheck =
  (paidCents: number): DatedEvent =>
  (scene, day) =>
    payByCheck(scene.totalCents - paidCents)(scene, day)

/** The policyholder disputes the payment at the bank. */
const dispute: DatedEvent = ({ past, policy, policyId }, day) =>
  simulateDispute(past, policy, policyId, 'needs_response', day)

const renew: DatedEvent = ({ past, policy }, day) =>
  past.play(getSimulatedTime(day), { kind: 'job', name: 'renewal' }, (ctx) => renewPolicy(ctx, policy.policyNo))

/**
 * Returns a policy in each step of the delinquency plan. The steps depend on the due date: invoice 20 days before,
 * reminder 7 days before, past-due notice 5 days after, notice of cancellation 30 days after. It prints a date 16 days
 * later.
 */
export function getDelinquencyJourneys(agency: DemoAgency, today: string): DelinquencyJourney[] {
  const build = createJourneyBuilder(agency, today)
  const journey = (
    policyNo: string,
    firstName: string,
    dueIn: number,
    shows: string,
    { events = {}, policy = {} }: { events?: DelinquencyJourney['events']; policy?: Partial<DemoPolicy> } = {},
  ): DelinquencyJourney => ({
    ...build(policyNo, firstName, shows, {
      ...{ inception: addDays(today, dueIn), posted: addDays(today, dueIn - 40), payment: 'none', ...policy },
    }),
    events,
  })
  const getLender = (loanNo: string) => ({ lienholder: { name: 'Sample Savings Bank', reference: loanNo } })
  const monthly: Partial<DemoPolicy> = {
    ...{ productId: 4, monthly: true, grossCents: 24_000, feeCents: 2_500, buildingCents: 2_000_000, contentsCents: 0 },
    ...{ inception: addDays(today, -36), posted: addDays(today, -36), payment: 'paid' },
  }
  const firstPayment = receive(PaymentType.card, 'paid', 15_000)
  const secondInstallment = { 8: payByCheck() }
  return [
    journey('RFL3000141', 'Dario', 15, 'Invoice sent: due in 15 days'),
    journey('RFL3000142', 'Elena', 5, 'Payment reminder sent: due in 5 days'),
    journey('RFL3000143', 'Felix', -12, 'Past-due notice sent: due 12 days ago'),
    journey('RFL3000144', 'Greta', -32, 'Notice of cancellation in the print queue'),
    journey('RFL3000145', 'Hugo', -34, 'Notice of cancellation printed, without a mailing date'),
    journey('RFL3000146', 'Ines', -41, 'Notice of cancellation mailed to the insured and the lender', {
      policy: getLender('LN-000146'),
    }),
    journey('RFL3000147', 'Jonas', -45, 'Notice of cancellation on hold for a claim', {
      events: { 46: payByCheck(70_000) },
    }),
    journey('RFL3000148', 'Keiko', -42, 'Notice of cancellation on hold: a bank payment is processing', {
      events: { 1: receive(PaymentType.ach, 'processing') },
    }),
    journey('RFL3000149', 'Liam', -44, 'Notice of cancellation on hold: an earlier payment is disputed', {
      events: { 45: receive(PaymentType.card, 'paid', 60_000), 6: dispute },
    }),
    journey('RFL3000150', 'Mona', -41, 'Notice of cancellation rescinded by a payment', {
      events: { 3: payByCheck() },
    }),
    journey('RFL3000151', 'Nils', -49, 'Cancelled for nonpayment; the earned premium is due', {
      events: { 50: payByCheck(15_000) },
    }),
    journey('RXS3000152', 'Olga', -48, 'Not taken: cancelled as of its inception', { policy: { productId: 6 } }),
    journey('RFL3000153', 'Pablo', -330, 'Renewal on hold for a past-due balance', {
      events: { 325: payByCheck(90_000), 10: renew },
    }),
    journey('RFL3000154', 'Rita', 12, 'Billed to the lender: second notice mailed', {
      policy: { billInitially: lenderPays, ...getLender('LN-000154') },
    }),
    journey('EQR3000155', 'Sami', -36, 'Monthly plan with auto-pay from a bank account', {
      ...{ policy: monthly, events: secondInstallment },
    }),
    journey('EQR3000156', 'Tessa', -36, 'Monthly plan with auto-pay from a card that expires this month', {
      ...{ policy: monthly, events: secondInstallment },
    }),
    journey('RFL3000157', 'Uma', -49, 'Cancelled for nonpayment, then paid: the reinstatement offer is open', {
      events: { 50: firstPayment, 2: payRestByCheck(15_000) },
    }),
    journey('RFL3000158', 'Vito', -45, 'Due to be cancelled tomorrow: the notice of cancellation was mailed', {
      events: { 46: firstPayment },
    }),
    journey(
      'RFL3000159',
      'Willa',
      5,
      'No email address: the invoice was mailed, and the reminder is in the print queue',
      {
        policy: { person: { first: 'Willa', last: 'Example', email: '', phone: '813-555-0159' } },
      },
    ),
  ]
}
