import type { Actor } from '@tideline/api/http/context.ts'
import { finishPayment } from '@tideline/api/payments/charge/finish-payment.ts'
import { PaymentType } from '@tideline/sdk/words'
import { getDue, type ModelPayment, openOverpayment, receivePayment } from '../payer-model.ts'
import { assertSame, assertStatus } from './assertions.ts'
import { checkBooks } from './check-books.ts'
import { checkEmail } from './check-posted.ts'
import type { HistoryContext } from './context.ts'
import { canBeReinstated, getLateAmount, holdForReinstatement } from './offer.ts'
import { getPayable, isEarthquake, type PolicyModel } from './policy-model.ts'
import { formatMoney, toDollars } from './random.ts'
import { releaseLatePayment } from './release-credit.ts'

/** Test cards with their fees in basis points. Each fee also includes 30 cents. */
const cards = [
  { number: '4242424242424242', name: 'a Visa', basisPoints: 290 },
  { number: '378282246310005', name: 'an American Express', basisPoints: 350 },
  { number: '4000000760000002', name: 'a Brazilian Visa', basisPoints: 440 },
  { number: '4000000000000259', name: 'a Visa whose owner disputes it', basisPoints: 290, isDisputed: true },
]
const accounts = [
  { number: '000123456789', clears: true },
  { number: '000123456789', clears: true },
  { number: '000222222227', clears: false },
]

/** Returns the payment that is not in the model yet. */
const findNewPayment = ({ db }: HistoryContext, policy: PolicyModel) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('policy_id', '=', policy.policyId)
    .where('amount_cents', '>', 0)
    .where('payment_id', 'not in', ['', ...policy.payments.map(({ paymentId }) => paymentId)])
    .where('status', 'in', ['paid', 'processing'])
    .executeTakeFirstOrThrow()

export async function readNewPayment(context: HistoryContext, policy: PolicyModel, payer: string, cents: number) {
  const { payment_id, policy_payment_id, payment_type_id, fee_cents, stripe_payment_intent_id } = await findNewPayment(
    context,
    policy,
  )
  const payment: ModelPayment = {
    rowId: policy_payment_id,
    paymentId: payment_id,
    payer,
    originalCents: cents,
    leftCents: cents,
    isTransferred: false,
    isCheck: payment_type_id === PaymentType.check,
    refundedCents: 0,
  }
  return { payment, fee_cents, stripe_payment_intent_id }
}

export async function payByCheck(context: HistoryContext, policy: PolicyModel): Promise<void> {
  const { callAs, staff, below, oneOf, next, today } = context
  const due = getDue(policy)
  const amounts = [due, due, Math.round(due * next()), due + below(50_000), 100 + below(30_000)]
  const amount = Math.max(100, canBeReinstated(context, policy) ? getLateAmount(context, policy) : oneOf(amounts))
  const payeeName = oneOf(['Marina Sample', 'First Demo Bank', 'Uncle Sample'])
  context.log(`${policy.policyNo}: ${payeeName} pays ${formatMoney(amount)} by check`)
  const response = await callAs(staff, `POST /api/v1/payments/check/${policy.policyNo}`, {
    checkNo: String(1 + below(2_000_000_000)),
    payeeName,
    memo: 'Premium',
    amount: toDollars(amount),
    createdAt: today,
  })
  // A payment for a reinstatement is accepted even if the cancelled policy owes nothing (DEL-19).
  const isReinstatable = policy.ended && policy.endedFor === '05' && today < policy.termInput.expirationDate
  if (due <= 0 && !isReinstatable) return assertStatus(response, [409, 422], 'a check for a policy that owes nothing')
  assertStatus(response, 200)
  const { payment } = await readNewPayment(context, policy, payeeName, amount)
  policy.payments.push(payment)
  if (!holdForReinstatement(context, policy, payment)) openOverpayment(policy, payment)
  policy.heldCents += amount
}

const sendPayment = (
  { callAs }: HistoryContext,
  payer: Actor,
  policy: PolicyModel,
  PaymentMethodId: string,
  amount: number,
) =>
  callAs(payer, 'POST /api/v1/payments/ProcessPayment', {
    PolicyNo: policy.policyNo,
    PaymentMethodId,
    Amount: toDollars(amount),
  })

/** Pays by card. The card fee is not included in the amount received (PAY-2, PAY-3). */
async function payByCard(context: HistoryContext, policy: PolicyModel, payer: Actor) {
  const { callAs, inBrowser, oneOf, today } = context
  // Agent histories use no disputed cards. They compare refunds with payments, and agents cannot cause a dispute.
  const card = oneOf(cards.filter(({ isDisputed }) => !(isDisputed && context.isAgentHistory)))
  const amount = getPayable(policy, today)
  const base = isEarthquake(policy.productId) ? Math.floor(amount / 100) * 100 : amount
  const fee = Math.floor((base * card.basisPoints + 5_000) / 10_000) + 30
  context.log(
    `${policy.policyNo}: ${formatMoney(amount)} and a fee of ${formatMoney(fee)} are paid by card (${card.name})`,
  )
  const setUp = await callAs(payer, 'POST /api/v1/payments/createSetupIntent', {
    firstname: 'Marina',
    lastName: 'Sample',
    email: 'marina.sample@example.com',
    policyNo: policy.policyNo,
  })
  assertStatus(setUp, 200)
  const method = await inBrowser.setUpCard(setUp.body.payload.data.client_secret, card.number)
  const response = await sendPayment(context, payer, policy, method, amount + fee)
  if (policy.productId === 1 && getDue(policy) > 500_000) {
    context.log('  rejected: the amount is too high for a card payment')
    return assertStatus(response, 422)
  }
  assertStatus(response, 200)
  const { payment, fee_cents, stripe_payment_intent_id } = await readNewPayment(
    context,
    policy,
    'Marina Sample',
    amount,
  )
  assertSame(fee_cents, fee, 'the card fee')
  policy.heldCents += amount
  receivePayment(policy, payment)
  await checkEmail(context, policy, 'receipt', { amountCents: amount, feeCents: fee, totalCents: amount + fee })
  if (card.isDisputed && stripe_payment_intent_id)
    context.disputed.push({ policy, payment, intentId: stripe_payment_intent_id, feeCents: fee })
}

/** Pays by bank account. The payment is received only when the bank confirms it days later (PAY-6). */
async function payByBank(context: HistoryContext, policy: PolicyModel, payer: Actor) {
  const { callAs, inBrowser, oneOf, today } = context
  const account = oneOf(accounts)
  const amount = getPayable(policy, today)
  context.log(`${policy.policyNo}: ${formatMoney(amount)} are debited from a bank account`)
  const setUp = await callAs(payer, 'POST /api/v4/sessions/getClientSecretFromQuoteNumber', {
    QuoteNumber: policy.quoteNumber,
  })
  assertStatus(setUp, 200)
  const method = await inBrowser.setUpBank(setUp.body.client_secret, account.number)
  assertStatus(await sendPayment(context, payer, policy, method, amount), 200)
  const { payment } = await readNewPayment(context, policy, 'Marina Sample', amount)
  payment.leftCents = 0
  policy.payments.push(payment)
  policy.processingPayment = { payment, clears: account.clears }
  await checkEmail(context, policy, 'payment-processing', { amountCents: amount })
}

export async function payThroughStripe(context: HistoryContext, policy: PolicyModel): Promise<void> {
  // An earlier event in this step may have changed the open amounts.
  await checkBooks(context, [policy])
  if (getPayable(policy, context.today) < 100 || policy.processingPayment) return
  const payer = context.oneOf([context.agent, policy.policyholder])
  await context.oneOf([payByCard, payByBank])(context, policy, payer)
}

/** Settles all processing bank payments. */
export async function settleBankPayments(context: HistoryContext): Promise<void> {
  const waiting = context.policies.filter(({ processingPayment: onItsWay }) => onItsWay)
  if (waiting.length === 0) return
  await context.simulator.settlePayments()
  for (const policy of waiting) {
    if (!policy.processingPayment) continue
    const { payment, clears } = policy.processingPayment
    context.log(
      `${policy.policyNo}: the bank payment ${clears ? 'cleared' : 'failed'}: ${formatMoney(payment.originalCents)}`,
    )
    await finishPayment(context.createJobContext('finish-payment'), { policyPaymentId: payment.rowId })
    context.changed.add(policy)
    policy.processingPayment = undefined
    if (!clears) {
      policy.payments.splice(policy.payments.indexOf(payment), 1)
      await checkEmail(context, policy, 'payment-failed', {
        amountCents: payment.originalCents,
        balanceCents: Math.max(0, getDue(policy)),
      })
      continue
    }
    payment.leftCents = payment.originalCents
    policy.heldCents += payment.originalCents
    const [isOwed, earlierOffer] = [getDue(policy) >= 0, policy.offer]
    const isOffered = holdForReinstatement(context, policy, payment)
    const isLate = isOffered ? !isOwed : releaseLatePayment(context.policies, policy, payment)
    if (!isOffered && !isLate) openOverpayment(policy, payment)
    const template = isLate ? 'late-payment' : 'payment-received'
    await checkEmail(context, policy, isOffered && !earlierOffer ? 'reinstatement-offer' : template, {
      amountCents: payment.originalCents,
    })
  }
}
