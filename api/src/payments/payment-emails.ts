import { Party, PaymentType } from '@tideline/sdk/words'
import { getAgency } from '../agencies/store.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import { createPreparedQuery } from '../db/prepared-statement.ts'
import type { ApiError } from '../http/api-error.ts'
import { getActorApiKey, type TransactionContext } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import { getDueFacts } from '../ledger/invoices.ts'
import type { DueFacts } from '../ledger/obligations.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'
import { enqueueLetters } from '../notifications/enqueue-letter.ts'
import { isAutoPayCharge } from './auto-pay/failed-charge.ts'
import { describePaymentMethod } from './describe-method.ts'
import { getReceiptNo } from './reads/rows.ts'
import { describeHeldRefund } from './refunds/held-refund-messages.ts'
import { getPayees } from './refunds/pay-refund.ts'
import { findLateCredit } from './refunds/refund-late-payment.ts'
import { describeRefundPayees } from './refunds/refund-payees.ts'
import type { ReleasedPremium } from './refunds/release-return-premium.ts'

export type EmailContext = Pick<TransactionContext, 'db' | 'config' | 'now' | 'actor'>

const readPayment = createPreparedQuery((db, policyPaymentId) =>
  db
    .selectFrom('payments as pay')
    .innerJoin('policies as p', 'p.policy_id', 'pay.policy_id')
    .innerJoin('payment_types as t', 't.payment_type_id', 'pay.payment_type_id')
    .leftJoin('payment_methods as m', 'm.payment_method_id', 'pay.payment_method_id')
    .select([
      'p.policy_id',
      'p.policy_no',
      'p.agency_id',
      'p.email',
      'p.first_name',
      'p.insured_name',
      'p.address_line',
      'p.state',
      'p.time_zone',
    ])
    .select(['pay.payment_id', 'pay.payment_type_id', 'pay.amount_cents', 'pay.fee_cents', 'pay.check_no', 't.name'])
    .select(['pay.created_by_user_type', 'pay.created_at', 'pay.failure_code'])
    .select(['m.payment_type', 'm.card_brand', 'm.last_four_digits'])
    .where('pay.policy_payment_id', '=', policyPaymentId),
)

async function read({ db, config }: EmailContext, policyPaymentId: string) {
  const [row] = await readPayment(db, policyPaymentId)
  if (!row) throw new Error(`There is no payment ${policyPaymentId}.`)
  const page = `${getPublicUrl(config)}/policyholder/policies/${row.policy_no}`
  const totalCents = row.amount_cents + row.fee_cents
  const kept = row.payment_type && { type: row.payment_type, brand: row.card_brand, lastFour: row.last_four_digits }
  return {
    row,
    page,
    method: describePaymentMethod(kept || null, row.check_no, row.name),
    totalCents,
    firstName: row.first_name || row.insured_name,
    to: { to: row.email, toName: row.insured_name, policyId: row.policy_id },
    policy: { policyNo: row.policy_no, email: row.email },
  }
}

/** Notifies the insured that a bank payment is processing (PAY-6). */
export async function sendPaymentProcessingEmail(ctx: EmailContext, policyPaymentId: string): Promise<void> {
  const { row, page, method, totalCents, firstName, to } = await read(ctx, policyPaymentId)
  if (row.payment_type_id !== PaymentType.ach) return
  await enqueueEmail(ctx.db, {
    ...to,
    template: 'payment-processing',
    values: { firstName, policyNo: row.policy_no, amountCents: totalCents, method, link: page },
  })
}

const chargedTypes: readonly number[] = [PaymentType.card, PaymentType.ach]

/**
 * Emails the receipt. If a bank payment took days, emails a confirmation of its arrival with a link to the receipt.
 * Sends nothing for a payment after cancellation, which has its own email (EML-4).
 */
export async function sendPaymentReceivedEmail(ctx: EmailContext, policyPaymentId: string): Promise<void> {
  const { row, page, method, totalCents, firstName, to } = await read(ctx, policyPaymentId)
  if (chargedTypes.includes(row.payment_type_id) && (await findLateCredit(ctx.db, row.policy_id))) return
  const values = {
    firstName,
    policyNo: row.policy_no,
    method,
    paidAt: ctx.now.toISOString(),
    link: `${page}/receipt/${policyPaymentId}`,
  }
  if (row.payment_type_id === PaymentType.ach)
    await enqueueEmail(ctx.db, {
      ...to,
      template: 'payment-received',
      values: { ...values, amountCents: totalCents },
    })
  else
    await enqueueEmail(ctx.db, {
      ...to,
      template: 'receipt',
      values: {
        ...values,
        address: row.address_line ?? '',
        receiptNo: getReceiptNo(row.payment_id),
        amountCents: row.amount_cents,
        feeCents: row.fee_cents,
        totalCents,
      },
    })
}

/**
 * Notifies the insured that a payment arrived after cancellation and was refunded or put on hold (PAY-23). The
 * cancellation notice listed this payment as processing.
 */
export async function sendLatePaymentEmail(
  ctx: EmailContext,
  policyPaymentId: string,
  { held, refundIds }: ReleasedPremium,
): Promise<void> {
  if (held.length === 0 && refundIds.length === 0) return
  const { row, page, method, totalCents, firstName, to, policy } = await read(ctx, policyPaymentId)
  const words = [
    describeRefundPayees(await getPayees(ctx.db, refundIds)),
    ...held.map((one) => describeHeldRefund(one)),
  ]
  const values = {
    ...{ firstName, policyNo: row.policy_no, amountCents: totalCents, method, paidAt: ctx.now.toISOString() },
    moneyWords: words.filter(Boolean).join(' '),
  }
  await enqueueEmail(ctx.db, { ...to, template: 'late-payment', values: { ...values, link: page } })
  await enqueueLetters(ctx.db, [{ policy, template: 'late-payment', values }])
}

/** Returns the amount due and the balance of a policy row (BIL-16). */
const getRowDue = (
  { db, now }: EmailContext,
  row: { policy_id: string; state: string; time_zone: string | null },
): Promise<DueFacts> =>
  getDueFacts(db, row.policy_id, getPropertyDate(now, { state: row.state, timeZone: row.time_zone }))

type FailedPayment = Awaited<ReturnType<typeof read>>['row']

/** Maximum time for which the screen waits for the result of a card payment. */
const onScreenMs = 15 * 60_000

/**
 * Returns whether the policyholder saw the failure on the screen (EML-2): their own request failed, or Stripe reported
 * the decline of their card payment first.
 */
const hasPolicyholderSeen = ({ actor, now }: EmailContext, row: FailedPayment): boolean =>
  actor.kind === 'insured' ||
  (row.payment_type_id === PaymentType.card &&
    row.created_by_user_type === Party.insured &&
    now.getTime() - row.created_at.getTime() < onScreenMs)

/**
 * Returns whether an agent saw the failure on the screen (EML-2). False for requests with an API key, which have no
 * screen.
 */
const hasAgentSeen = ({ actor }: EmailContext): boolean => actor.kind === 'agent' && !getActorApiKey(actor)

/**
 * Notifies the insured that a payment failed, unless the insured saw the failure on the screen. Also notifies the
 * agency if the bank rejected the payment later (PAY-6). Auto-pay has its own email.
 */
export async function sendPaymentFailedEmail(
  ctx: EmailContext,
  policyPaymentId: string,
  reason: string,
): Promise<void> {
  if (await isAutoPayCharge(ctx, policyPaymentId)) return
  const { row, page, method, totalCents, firstName, to, policy } = await read(ctx, policyPaymentId)
  // Nothing has to be paid again (BIL-17).
  if (row.failure_code === 'already_paid') return
  const due = await getRowDue(ctx, row)
  const values = { policyNo: row.policy_no, amountCents: totalCents, method, reason, ...due }
  if (!hasPolicyholderSeen(ctx, row)) {
    await enqueueEmail(ctx.db, {
      ...{ ...to, template: 'payment-failed' },
      values: { ...values, firstName, link: `${page}/pay` },
    })
    await enqueueLetters(ctx.db, [{ policy, template: 'payment-failed', values: { ...values, firstName } }])
  }
  if (row.payment_type_id !== PaymentType.ach || hasAgentSeen(ctx)) return
  const toAgency = await buildAgencyFailureEmail(ctx, row, values)
  if (toAgency) await enqueueEmail(ctx.db, toAgency)
}

/**
 * Notifies the insured that staff transferred a payment, or a part of it, to a policy of somebody else (PAY-24). Sends
 * nothing if the other policy has the same email address.
 */
export async function sendPaymentTransferredEmail(
  ctx: EmailContext,
  policyPaymentId: string,
  { amountCents, recipient }: { amountCents: number; recipient: string },
): Promise<void> {
  const { row, page, method, firstName, to } = await read(ctx, policyPaymentId)
  if (!row.email || row.email.toLowerCase() === recipient.toLowerCase()) return
  const values = { firstName, policyNo: row.policy_no, amountCents, method, ...(await getRowDue(ctx, row)) }
  await enqueueEmail(ctx.db, { ...to, template: 'payment-transferred', values: { ...values, link: page } })
}

/**
 * Notifies the insured that the account holder disputed a payment, or a part of it (`disputedCents`). Also notifies the agency if it was a bank payment
 * (PAY-6). Auto-pay has its own email.
 */
export async function sendPaymentDisputedEmail(
  ctx: EmailContext,
  policyPaymentId: string,
  { reason, disputedCents }: { reason: string; disputedCents: number | undefined },
): Promise<void> {
  if (await isAutoPayCharge(ctx, policyPaymentId)) return
  const { row, page, method, totalCents, firstName, to, policy } = await read(ctx, policyPaymentId)
  const amountCents = disputedCents ?? totalCents
  const values = { policyNo: row.policy_no, amountCents, method, ...(await getRowDue(ctx, row)) }
  await enqueueEmail(ctx.db, {
    ...{ ...to, template: 'payment-disputed' },
    values: { ...values, firstName, link: `${page}/pay` },
  })
  await enqueueLetters(ctx.db, [{ policy, template: 'payment-disputed', values: { ...values, firstName } }])
  if (row.payment_type_id !== PaymentType.ach) return
  const toAgency = await buildAgencyFailureEmail(ctx, row, { ...values, reason })
  if (toAgency) await enqueueEmail(ctx.db, toAgency)
}

/** Returns the email to the agency about a failed payment, or undefined if the agency has no email address. */
async function buildAgencyFailureEmail(
  ctx: EmailContext,
  row: FailedPayment,
  values: DueFacts & { amountCents: number; method: string; reason: string },
) {
  const { email, company } = await getAgency(ctx.db, row.agency_id)
  if (!email) return undefined
  return {
    ...{ to: email, toName: company, policyId: row.policy_id, template: 'agency-payment-failed' as const },
    values: {
      ...{ ...values, firstName: company, policyNo: row.policy_no, insuredName: row.insured_name },
      ...{ address: row.address_line ?? '', link: `${getPublicUrl(ctx.config)}/policy/embed/${row.policy_no}` },
    },
  }
}

/** Returns why an authorized amount was not charged. Used in emails to payers who did not see the error. */
const describeReleaseReason = ({ code, message }: ApiError): string => {
  if (code === 'already_paid') return 'The policy has since been paid by another method.'
  if (code === 'amount_changed') return 'The amount or the card fee differs from the one that was confirmed.'
  return message
}

/** Notifies the insured that a card authorization was released and nothing was charged (PAY-3, BIL-7). */
export async function sendAuthorizationReleasedEmail(
  ctx: EmailContext,
  policyNo: string,
  { amountCents, problem }: { amountCents: number; problem: ApiError },
): Promise<void> {
  const policy = await ctx.db
    .selectFrom('policies')
    .select(['policy_id', 'email', 'first_name', 'insured_name', 'state', 'time_zone'])
    .where('policy_no', '=', policyNo)
    .executeTakeFirst()
  if (!policy) return
  await enqueueEmail(ctx.db, {
    to: policy.email,
    toName: policy.insured_name,
    policyId: policy.policy_id,
    template: 'payment-released',
    values: {
      firstName: policy.first_name || policy.insured_name,
      policyNo,
      amountCents,
      reason: describeReleaseReason(problem),
      ...(await getRowDue(ctx, policy)),
      link: `${getPublicUrl(ctx.config)}/policyholder/policies/${policyNo}`,
    },
  })
}
