import type { Actor } from '@tideline/api/http/context.ts'
import { finishPayment } from '@tideline/api/payments/charge/finish-payment.ts'
import { getDue, openOverpayment, type Paid, receive } from '../payer-model.ts'
import { assertSame, assertStatus } from './assertions.ts'
import { checkEmail } from './check-posted.ts'
import type { HistoryContext } from './context.ts'
import { currentlyDue, isEarthquake, type PolicyModel } from './policy-model.ts'
import { dollars, money } from './random.ts'
import { releaseLatePayment } from './release-credit.ts'

/** Cards with their fees in basis points, in addition to 30 cents. */
const cards = [
  { number: '4242424242424242', named: 'a Visa', basisPoints: 290 },
  { number: '378282246310005', named: 'an American Express', basisPoints: 350 },
  { number: '4000000760000002', named: 'a Brazilian Visa', basisPoints: 440 },
  { number: '4000000000000259', named: 'a Visa whose owner disputes it', basisPoints: 290, isDisputed: true },
]
const accounts = [
  { number: '000123456789', comes: true },
  { number: '000123456789', comes: true },
  { number: '000222222227', comes: false },
]

/** Returns the payment that the model does not know yet. */
const newestPayment = ({ db }: HistoryContext, book: PolicyModel) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('policy_id', '=', book.policyId)
    .where('amount_cents', '>', 0)
    .where('payment_id', 'not in', ['', ...book.payments.map(({ paymentId }) => paymentId)])
    .where('status', 'in', ['paid', 'processing'])
    .executeTakeFirstOrThrow()

export async function readNewPayment(stage: HistoryContext, book: PolicyModel, payer: string, cents: number) {
  const { payment_id, policy_payment_id, fee_cents, stripe_payment_intent_id } = await newestPayment(stage, book)
  const payment: Paid = {
    rowId: policy_payment_id,
    paymentId: payment_id,
    payer,
    originalCents: cents,
    leftCents: cents,
    isMoved: false,
    refundedCents: 0,
  }
  return { payment, fee_cents, stripe_payment_intent_id }
}

export async function payByCheck(stage: HistoryContext, book: PolicyModel): Promise<void> {
  const { as, staff, below, oneOf, next, today } = stage
  const due = getDue(book)
  const amount = Math.max(100, oneOf([due, due, Math.round(due * next()), due + below(50_000), 100 + below(30_000)]))
  const payeeName = oneOf(['Marina Sample', 'First Demo Bank', 'Uncle Sample'])
  stage.log(`${book.policyNo}: ${payeeName} pays ${money(amount)} by check`)
  const answer = await as(staff, `POST /api/v1/payments/check/${book.policyNo}`, {
    checkNo: String(1 + below(2_000_000_000)),
    payeeName,
    memo: 'Premium',
    amount: dollars(amount),
    createdAt: today,
  })
  if (due <= 0) return assertStatus(answer, [409, 422], 'a check for nothing that is owed')
  assertStatus(answer, 200)
  const { payment } = await readNewPayment(stage, book, payeeName, amount)
  receive(book, payment)
  book.heldCents += amount
}

const pay = ({ as }: HistoryContext, payer: Actor, book: PolicyModel, PaymentMethodId: string, amount: number) =>
  as(payer, 'POST /api/v1/payments/ProcessPayment', {
    PolicyNo: book.policyNo,
    PaymentMethodId,
    Amount: dollars(amount),
  })

/** Pays by card. The card fee is not part of the amount received (PAY-2, PAY-3). */
async function payByCard(stage: HistoryContext, book: PolicyModel, payer: Actor) {
  const { as, inBrowser, oneOf, today } = stage
  // Agent histories compare payouts with the money received, so they use no disputed cards. A dispute is not an action
  // of the agent.
  const card = oneOf(cards.filter(({ isDisputed }) => !(isDisputed && stage.isAgents)))
  const amount = currentlyDue(book, today)
  const base = isEarthquake(book.productId) ? Math.floor(amount / 100) * 100 : getDue(book)
  const fee = Math.floor((base * card.basisPoints + 5_000) / 10_000) + 30
  stage.log(`${book.policyNo}: ${money(amount)} and a fee of ${money(fee)} are paid with ${card.named}`)
  const setUp = await as(payer, 'POST /api/v1/payments/createSetupIntent', {
    firstname: 'Marina',
    lastName: 'Sample',
    email: 'marina.sample@example.com',
    policyNo: book.policyNo,
  })
  assertStatus(setUp, 200)
  const method = await inBrowser.setUpCard(setUp.body.payload.data.client_secret, card.number)
  const answer = await pay(stage, payer, book, method, amount + fee)
  if (book.productId === 1 && getDue(book) > 500_000) {
    stage.log('  which is refused: too much for a card')
    return assertStatus(answer, 422)
  }
  assertStatus(answer, 200)
  const { payment, fee_cents, stripe_payment_intent_id } = await readNewPayment(stage, book, 'Marina Sample', amount)
  assertSame(fee_cents, fee, 'the fee of the card')
  book.heldCents += amount
  receive(book, payment)
  await checkEmail(stage, book, 'receipt', { amountCents: amount, feeCents: fee, totalCents: amount + fee })
  if (card.isDisputed && stripe_payment_intent_id)
    stage.disputed.push({ book, payment, intentId: stripe_payment_intent_id, feeCents: fee })
}

/** Pays by bank account. Nothing is received until the bank confirms it days later (PAY-6). */
async function payByBank(stage: HistoryContext, book: PolicyModel, payer: Actor) {
  const { as, inBrowser, oneOf, today } = stage
  const account = oneOf(accounts)
  const amount = currentlyDue(book, today)
  stage.log(`${book.policyNo}: ${money(amount)} are to come from a bank account`)
  const setUp = await as(payer, 'POST /api/v4/sessions/getClientSecretFromQuoteNumber', {
    QuoteNumber: book.quoteNumber,
  })
  assertStatus(setUp, 200)
  const method = await inBrowser.setUpBank(setUp.body.client_secret, account.number)
  assertStatus(await pay(stage, payer, book, method, amount), 200)
  const { payment } = await readNewPayment(stage, book, 'Marina Sample', amount)
  payment.leftCents = 0
  book.payments.push(payment)
  book.processingPayment = { payment, comes: account.comes }
  await checkEmail(stage, book, 'payment-processing', { amountCents: amount })
}

export async function payThroughStripe(stage: HistoryContext, book: PolicyModel): Promise<void> {
  if (currentlyDue(book, stage.today) < 100 || book.processingPayment) return
  const payer = stage.oneOf([stage.agent, book.policyholder])
  await stage.oneOf([payByCard, payByBank])(stage, book, payer)
}

/** Settles all bank payments in process. */
export async function settleBankPayments(stage: HistoryContext): Promise<void> {
  const waiting = stage.books.filter(({ processingPayment: onItsWay }) => onItsWay)
  if (waiting.length === 0) return
  await stage.simulator.settlePayments()
  for (const book of waiting) {
    if (!book.processingPayment) continue
    const { payment, comes } = book.processingPayment
    stage.log(`${book.policyNo}: the bank ${comes ? 'pays' : 'does not pay'} ${money(payment.originalCents)}`)
    await finishPayment(stage.job('finish-payment'), { policyPaymentId: payment.rowId })
    stage.touched.add(book)
    book.processingPayment = undefined
    if (!comes) {
      book.payments.splice(book.payments.indexOf(payment), 1)
      await checkEmail(stage, book, 'payment-failed', { amountCents: payment.originalCents, dueCents: getDue(book) })
      continue
    }
    payment.leftCents = payment.originalCents
    book.heldCents += payment.originalCents
    if (!releaseLatePayment(book, payment)) openOverpayment(book, payment)
    await checkEmail(stage, book, 'payment-received', { amountCents: payment.originalCents })
  }
}
