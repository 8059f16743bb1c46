import { PaymentType } from '@tideline/sdk/words'
import { sql } from 'kysely'
import { formatUsDate } from '../calendar/format-date.ts'
import { createConflictError } from '../http/api-error.ts'
import { formatDollars } from '../http/money.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { lockPaymentPolicies } from '../ledger/lock-policies.ts'
import { failPayment } from '../ledger/payments.ts'
import { renewPolicy } from '../lifecycle/renew/renew-policy.ts'
import { chargeAutoPay } from '../payments/auto-pay/charge-policy.ts'
import { consentTerms } from '../payments/auto-pay/consent-terms.ts'
import { recordChargeOutcome } from '../payments/charge/record-charge-outcome.ts'
import { getPaymentListeners } from '../payments/events.ts'
import { sendAuthorizationReleasedEmail, sendPaymentProcessingEmail } from '../payments/payment-emails.ts'
import { insertAutoPay } from './builders.ts'
import {
  aHome,
  cancel,
  check,
  day,
  db,
  dollars,
  done,
  getPageDue,
  getPayments,
  type Home,
  leaving,
  payByCard,
  payLate,
  printedBy,
  sum,
} from './document-amounts.ts'
import {
  aDueHome,
  asJob,
  byBank,
  daysAgo,
  type EmailedEvent,
  type Facts,
  getConfirmation,
  getCreditOnHold,
  getDueRows,
  getPrintedLetters,
  takeSteps,
} from './emailed-events.ts'

/** The amount that is due and its date, as the policy page shows them. */
async function getAmountDueFacts(home: Home): Promise<Facts> {
  const { payableAmount, dueDate } = await getConfirmation(home)
  return { 'Amount due': dollars(payableAmount), 'Due date': formatUsDate(dueDate) }
}

async function getNoticeFacts(home: Home): Promise<Facts> {
  const { amount, effectiveDate } = (await getConfirmation(home)).nonpaymentNotice
  return { 'Amount due': dollars(amount), 'Coverage ends': formatUsDate(effectiveDate) }
}

async function getReceipts(home: Home): Promise<string[]> {
  const [payment] = await getPayments(home)
  return [(await printedBy(`/api/v1/payments/receipts/${home.policy_no}/${payment?.policy_payment_id}/pdf`)).text]
}

/** The latest amount that the page lists as a payment, whatever its status. */
async function getPaymentFacts(home: Home, label = 'Amount'): Promise<Facts> {
  const { payments } = await getConfirmation(home)
  return { [label]: dollars(payments[0].amount) }
}

/** Creates an earthquake policy with installments on the 5th, the first one paid, and with auto-pay. */
async function anInstallmentPlan(type: 'card' | 'us_bank_account') {
  const home = await aHome({ product: 4, monthly: true, columns: { inception_date: day(-22) } })
  const { rows } = await sql<{ cents: number }>`select open_cents as cents from obligations
    where policy_id = ${home.policy_id} order by obligation_no limit 1`.execute(db)
  await check(home, rows[0]?.cents ?? 0)
  const { consentId, paymentMethodId } = await insertAutoPay(db, home, {
    method: { payment_type: type, ...(type === 'us_bank_account' && { card_brand: null, card_country: null }) },
    consent: { starts_on: day(-22), given_at: daysAgo(22) },
  })
  return { home, consentId, paymentMethodId }
}

/** Creates an automatic charge that is processing, and returns a function that records its failure. */
async function aFailingCharge(declineCode: string) {
  const { home, consentId, paymentMethodId } = await anInstallmentPlan('card')
  const { rows } = await sql<{
    id: string
    cents: number
  }>`select obligation_id as id, open_cents as cents from obligations
    where policy_id = ${home.policy_id} and open_cents > 0 order by obligation_no limit 1`.execute(db)
  const [next] = rows as [{ id: string; cents: number }]
  const { policyPaymentId } = await check(home, next.cents, {
    ...{ typeId: PaymentType.card, status: 'processing', checkNo: null, paymentMethodId },
  })
  const id = { policy_payment_id: policyPaymentId }
  await db
    .insertInto('auto_pay_charges')
    .values({ ...id, auto_pay_consent_id: consentId, charge_date: day(0) })
    .execute()
  await db
    .insertInto('auto_pay_charge_parts')
    .values({ ...id, obligation_id: next.id, amount_cents: next.cents })
    .execute()
  const failure = { status: 'failed', code: 'card_declined', declineCode, reason: 'The card was declined.' } as const
  return { home, event: () => recordChargeOutcome(asJob(), policyPaymentId, failure) }
}

/** Amount and balance of a failed automatic charge, and the date of the retry that the page shows. */
async function getFailedChargeFacts(home: Home): Promise<Facts> {
  const { totalDue } = await getConfirmation(home)
  const { consent, nextCharge } = (await done('GET', `/api/v1/policies/${home.policy_no}/autoPay`)).payload
  return {
    ...(await getPaymentFacts(home)),
    Balance: dollars(totalDue),
    ...(consent && { ' retry': formatUsDate(nextCharge.date) }),
  }
}

/** Events of amounts due and payments whose emails name an amount or a date. */
export const paymentEvents: Record<string, EmailedEvent> = {
  'a card payment': {
    templates: ['receipt'],
    happen: async () => {
      const home = await aHome()
      return { home, event: () => payByCard(home) }
    },
    getFacts: async (home) => {
      const [payment] = await getPayments(home)
      const path = `/api/v1/payments/receipts/${home.policy_no}/${payment?.policy_payment_id}`
      const { amount, feeAmount, total } = (await done('GET', path)).payload
      return {
        ...{ 'Applied to the policy': dollars(amount), 'Card fee': dollars(feeAmount), Total: dollars(total) },
        Date: formatUsDate(day(0)),
      }
    },
    getDocuments: getReceipts,
  },
  'a reinstatement offer': {
    letter: 'reinstatementOffer',
    templates: ['reinstatement-offer', 'agency-reinstatement-offer'],
    happen: async () => {
      const home = await aHome()
      const { policyPaymentId } = await check(home, home.totalCents, byBank)
      await cancel(home, '05')
      return { home, event: () => recordChargeOutcome(asJob(), policyPaymentId, { status: 'paid' }) }
    },
    getFacts: async (home) => {
      const { reinstatementOffer: offer } = await getConfirmation(home)
      return {
        'Coverage ended': formatUsDate(offer.coverageEndedOn),
        'Payment received': dollars(offer.amountReceived),
        'Needed to reinstate': dollars(offer.amountNeeded),
        'Reinstatement possible until': formatUsDate(offer.expiresOn),
        ' resumes with a lapse': formatUsDate(day(0)),
      }
    },
  },
  'an invoice': {
    letter: 'amountDue',
    templates: ['amount-due'],
    happen: async () => {
      const home = await aDueHome(15)
      return { home, event: () => takeSteps(home) }
    },
    getFacts: getAmountDueFacts,
  },
  'a reminder': {
    letter: 'paymentReminder',
    templates: ['payment-reminder'],
    happen: async () => {
      const home = await aDueHome(5)
      return { home, event: () => takeSteps(home) }
    },
    getFacts: getAmountDueFacts,
  },
  'a past-due notice': {
    letter: 'pastDueNotice',
    templates: ['past-due', 'agency-past-due'],
    happen: async () => {
      const home = await aDueHome(-6)
      return { home, event: () => takeSteps(home) }
    },
    getFacts: getAmountDueFacts,
  },
  'an invoice that the lender has not paid': {
    letter: 'lenderHasNotPaid',
    templates: ['lender-has-not-paid'],
    happen: async () => {
      const home = await aDueHome(15, { lender: true })
      await done('POST', `/api/v1/payments/mortgagee/${home.policy_no}`)
      await takeSteps(home, daysAgo(10))
      return { home, event: () => takeSteps(home) }
    },
    getFacts: getAmountDueFacts,
    getDocuments: (home) => getPrintedLetters(home, 'lenderSecondNotice'),
  },
  'a notice of cancellation for nonpayment': {
    templates: ['nonpayment-notice', 'agency-nonpayment-notice'],
    happen: async () => {
      const home = await aDueHome(-31)
      await takeSteps(home, daysAgo(20))
      return { home, event: () => takeSteps(home) }
    },
    getFacts: getNoticeFacts,
    getDocuments: (home) => getPrintedLetters(home, 'cancellationNotice'),
  },
  'a bank payment that is processing': {
    templates: ['payment-processing'],
    happen: async () => {
      const home = await aHome()
      const { policyPaymentId } = await check(home, home.totalCents, byBank)
      const event = () => runInTransaction(asJob(), (ctx) => sendPaymentProcessingEmail(ctx, policyPaymentId))
      return { home, event }
    },
    getFacts: async (home) => ({ Amount: dollars((await getConfirmation(home)).processingAmount) }),
  },
  'a bank payment that was received': {
    templates: ['payment-received'],
    happen: async () => {
      const home = await aHome()
      const { policyPaymentId } = await check(home, home.totalCents, byBank)
      return { home, event: () => recordChargeOutcome(asJob(), policyPaymentId, { status: 'paid' }) }
    },
    getFacts: async (home) => ({ ...(await getPaymentFacts(home)), Received: formatUsDate(day(0)) }),
    getDocuments: getReceipts,
  },
  'a bank payment that failed': {
    letter: 'paymentFailed',
    templates: ['payment-failed', 'agency-payment-failed'],
    happen: async () => {
      const home = await aHome()
      const { policyPaymentId } = await check(home, home.totalCents, byBank)
      const failure = { status: 'failed', code: 'R01', reason: 'Insufficient funds' } as const
      return { home, event: () => recordChargeOutcome(asJob(), policyPaymentId, failure) }
    },
    getFacts: async (home) => ({ ...(await getPaymentFacts(home)), ...(await getDueRows(home)) }),
  },
  'a payment that was transferred to the policy of another policyholder': {
    templates: ['payment-transferred'],
    happen: async () => {
      const home = await aHome()
      const { policyPaymentId } = await check(home, home.totalCents)
      const path = `/api/v1/payments/${home.policy_no}/moveto/${(await aHome()).policy_no}/250`
      return { home, event: () => done('PUT', path, { policyPaymentId }) }
    },
    getFacts: async (home) => {
      const { payments } = await getConfirmation(home)
      const reversal = payments.find(({ amount }: { amount: number }) => amount < 0)
      return { Amount: dollars(-reversal.amount), ...(await getDueRows(home)) }
    },
  },
  'a disputed payment': {
    letter: 'paymentFailed',
    templates: ['payment-disputed', 'agency-payment-failed'],
    happen: async () => {
      const home = await aHome()
      const { policyPaymentId } = await check(home, 50_000, { ...byBank, status: 'paid' })
      const failure = { code: 'disputed', reason: 'Disputed', as: 'disputed' as const }
      const event = () =>
        runInTransaction(asJob(), async (ctx) => {
          await lockPaymentPolicies(ctx.db, policyPaymentId)
          await failPayment(ctx.db, policyPaymentId, { ...failure, now: ctx.now }, getPaymentListeners(ctx))
        })
      return { home, event }
    },
    getFacts: async (home) => ({ ...(await getPaymentFacts(home)), ...(await getDueRows(home)) }),
  },
  'an authorization that was released': {
    templates: ['payment-released'],
    happen: async () => {
      const home = await aHome()
      const problem = createConflictError('amount_changed', 'The amount has changed.')
      const amountCents = home.totalCents
      const about = { amountCents, problem }
      const event = () => runInTransaction(asJob(), (ctx) => sendAuthorizationReleasedEmail(ctx, home.policy_no, about))
      return { home, event }
    },
    getFacts: async (home) => ({
      ...{ Held: formatDollars(home.totalCents), Charged: '$0.00' },
      ...(await getDueRows(home)),
    }),
  },
  'a payment that settled after the cancellation': {
    letter: 'latePayment',
    templates: ['late-payment'],
    happen: async () => {
      const home = await aHome()
      const { policyPaymentId } = await check(home, home.totalCents, byBank)
      await cancel(home, '12')
      return { home, event: () => recordChargeOutcome(asJob(), policyPaymentId, { status: 'paid' }) }
    },
    getFacts: async (home) => ({
      Amount: formatDollars(home.totalCents),
      Received: formatUsDate(day(0)),
      ' refunded': formatDollars(sum(Object.values(await leaving(home)))),
    }),
  },
  'a refund that staff decided on': {
    templates: ['refund-decided'],
    happen: async () => {
      const home = await aHome()
      await check(home, home.totalCents)
      await cancel(home, '22')
      const path = `/api/v1/policies/${home.policy_no}/reviews`
      const [review] = (await done('GET', path)).payload
      const decision = { decision: 'refundPayer', note: 'There is no new policy.' }
      return { home, event: () => done('POST', `${path}/${review.reviewId}`, decision) }
    },
    getFacts: async (home) => ({
      'On hold': formatDollars(home.totalCents),
      'Refunded or transferred': formatDollars(sum(Object.values(await leaving(home)))),
      Balance: (await getPageDue(home)).balance,
    }),
  },
  'a reinstatement offer that was closed': {
    letter: 'reinstatementOfferClosed',
    templates: ['reinstatement-offer-closed', 'agency-reinstatement-offer-closed'],
    happen: async () => {
      const home = await aHome()
      await cancel(home, '05')
      await payLate(home)
      const path = `/api/v1/policies/${home.policy_no}/reinstatement-offer/decline`
      return { home, event: () => done('POST', path, { reason: 'Another policy was bought.' }) }
    },
    getFacts: async (home) => ({
      'Coverage ended': formatUsDate(
        (await done('GET', `/api/v1/policies/${home.policy_no}/cancellation`)).payload.effectiveDate,
      ),
      Balance: (await getPageDue(home)).balance,
      ...(await getCreditOnHold(home)),
      ' refunded': formatDollars(sum(Object.values(await leaving(home)))),
    }),
  },
  'a renewal on hold': {
    letter: 'renewalOnHold',
    templates: ['renewal-on-hold', 'agency-renewal-on-hold'],
    happen: async () => {
      const home = await aDueHome(-340)
      return { home, event: () => renewPolicy(asJob(), home.policy_no) }
    },
    getFacts: async (home) => {
      const { renewalHold } = await getConfirmation(home)
      return { 'Past-due amount': dollars(renewalHold.amount), 'Expiration date': formatUsDate(renewalHold.payBy) }
    },
  },
  'a bank debit that is announced': {
    templates: ['auto-pay-announcement'],
    happen: async () => {
      const { home } = await anInstallmentPlan('us_bank_account')
      return { home, event: () => chargeAutoPay(asJob(), home.policy_no) }
    },
    getFacts: async (home) => {
      const { nextCharge } = (await done('GET', `/api/v1/policies/${home.policy_no}/autoPay`)).payload
      return { Amount: dollars(nextCharge.amount), Date: formatUsDate(nextCharge.date) }
    },
  },
  'the consent to auto-pay': {
    templates: ['auto-pay-on'],
    happen: async () => {
      const { home, paymentMethodId } = await anInstallmentPlan('card')
      const { stripe_payment_method_id: stripePaymentMethodId } = await db
        .selectFrom('payment_methods')
        .select('stripe_payment_method_id')
        .where('payment_method_id', '=', paymentMethodId)
        .executeTakeFirstOrThrow()
      const body = { stripePaymentMethodId, termsVersion: consentTerms.version, hasPolicyholderAgreed: true }
      return { home, event: () => done('PUT', `/api/v1/policies/${home.policy_no}/autoPay`, body) }
    },
    getFacts: async (home) => {
      const { nextCharge } = (await done('GET', `/api/v1/policies/${home.policy_no}/autoPay`)).payload
      return { 'Next charge': `${dollars(nextCharge.amount)} on ${formatUsDate(nextCharge.date)}` }
    },
  },
  'an automatic charge that will be retried': {
    templates: ['auto-pay-failed'],
    happen: () => aFailingCharge('insufficient_funds'),
    getFacts: getFailedChargeFacts,
  },
  'an automatic charge that will not be retried': {
    templates: ['auto-pay-failed', 'agency-auto-pay-failed'],
    happen: () => aFailingCharge('lost_card'),
    getFacts: getFailedChargeFacts,
  },
}
