import { getPropertyDate } from '../calendar/property-date.ts'
import { createNotFoundError } from '../http/api-error.ts'
import { findCollectionRow, listCollection } from '../http/collection.ts'
import type { Ctx } from '../http/context.ts'
import { toCents, toDollars } from '../http/money.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { getAutoPay } from './auto-pay/auto-pay-response.ts'
import { turnOffAutoPay, turnOnAutoPay } from './auto-pay/consent.ts'
import { changeIntentCard, startCardPayment, startSavedCardPayment } from './card-form/card-intent.ts'
import { recordCardPayment } from './card-form/record-card-payment.ts'
import { getBillingAccountClientSecret, getPolicyClientSecret, getQuoteClientSecret } from './card-form/set-up.ts'
import {
  adminCardFeeCollection,
  createCardFee,
  deleteCardFee,
  requireCardFee,
  updateCardFee,
} from './charge/card-fees.ts'
import { calculateFeeQuote } from './charge/fee.ts'
import { getCardFeeRate } from './charge/fee-rates.ts'
import { payAmountDue } from './charge/pay.ts'
import { type AchRequest, payByAch } from './charge/pay-by-ach.ts'
import { billToMortgagee } from './checks/bill-mortgagee.ts'
import { postCheck } from './checks/post-check.ts'
import { changePaymentMethod, removePaymentMethod } from './methods/change-method.ts'
import { findLatestRecurringMethod, getPaymentMethods } from './methods/methods.ts'
import { listOverpayments, resolveOverpayment } from './overpayments/overpayments.ts'
import { adminPaymentCollection, exportPayments } from './reads/admin-payments.ts'
import { listBillingPayments, readBillingPayment } from './reads/billing.ts'
import { readReceipt } from './reads/receipt.ts'
import { renderReceiptPdf } from './reads/receipt-pdf.ts'
import { getPayments } from './reads/rows.ts'
import { getLatestReconciliation } from './reconcile.ts'
import { refundPaymentToPayer } from './refunds/refund.ts'
import { transferPaymentToPolicy } from './transfers/transfer.ts'
import { receiveStripeEvent } from './webhook.ts'
import { listWriteOffs, reversePolicyWriteOff, writeOffBalance } from './write-offs/write-off.ts'

async function quoteFee(ctx: Ctx, query: { amount: number; card: string; country: string }) {
  // Rates change at midnight in Florida, where the company is located.
  const rate = await getCardFeeRate(ctx.db, query.card, query.country, getPropertyDate(ctx.now, 'FL'))
  const quote = calculateFeeQuote(toCents(query.amount, 'amount'), rate)
  return {
    feeYear: toDollars(quote.feeYearCents),
    feeMonthly: toDollars(quote.feeMonthlyCents),
    amountYear: toDollars(quote.amountYearCents),
    amountMonthly: toDollars(quote.amountMonthlyCents),
  }
}

export const paymentHandlers = {
  processPayment: async (ctx, { body }) =>
    ok(
      await payAmountDue(ctx, {
        policyNo: body.PolicyNo,
        stripePaymentMethodId: body.PaymentMethodId,
        optInAutoPayRenewal: body.OptInAutoPayRenewal ?? false,
        paysAll: body.PayAll,
        seenAmount: body.Amount,
      }),
    ),

  payByAch: async (ctx, { body }) => ok(await payByAch(ctx, buildAchRequest(body))),

  startBankSetup: async (ctx, { body }) => ({
    client_secret: await getQuoteClientSecret(ctx, body.QuoteNumber),
  }),

  createSetupIntentWithKey: async (ctx, { body }) =>
    ok({
      stripeKey: ctx.providers.stripe.publishableKey,
      data: { client_secret: await getBillingAccountClientSecret(ctx, body.Baid, toCents(body.Amount, 'Amount')) },
    }),

  createSetupIntent: async (ctx, { body }) =>
    ok({
      stripeKey: ctx.providers.stripe.publishableKey,
      data: { client_secret: await getPolicyClientSecret(ctx, body) },
    }),

  getTransactionFee: async (ctx, { query }) => ok(await quoteFee(ctx, query)),

  getSessionTransactionFee: (ctx, { query }) => quoteFee(ctx, query),

  receiveStripeWebhook: async (ctx, { request, text }) => {
    await receiveStripeEvent(ctx, await text(), request.headers.get('stripe-signature'))
    return ok(null)
  },

  createPaymentIntent: async (ctx, { body }) =>
    ok(
      'PolicyNo' in body
        ? await startSavedCardPayment(ctx, body.PolicyNo, body.ExistingPaymentMethod)
        : await startCardPayment(ctx, { ...body, brand: body.cardType }),
    ),

  updatePaymentIntent: async (ctx, { body }) =>
    ok(await changeIntentCard(ctx, { policyNo: body.policyNo, brand: body.cardType, country: body.country })),

  recordCardPayment: async (ctx, { body }) =>
    ok(await recordCardPayment(ctx, { ...body, saveForReuse: body.saveForReuse ?? false })),

  updatePaymentMethod: async (ctx, { body }) =>
    ok(
      await changePaymentMethod(ctx, {
        policyNo: body.PolicyNo,
        stripePaymentMethodId: body.PaymentMethodId,
        isDefault: body.Default ?? true,
        optInAutoPayRenewal: body.OptInAutoPayRenewal ?? false,
        chargeAfterUpdate: body.ChargeAfterUpdate ?? false,
        seenAmount: body.Amount,
      }),
    ),

  listPaymentMethods: async (ctx, { path }) =>
    ok(await getPaymentMethods(ctx.db, (await requirePolicy(ctx, path.policyNo)).policyId)),

  listPolicyPayments: async (ctx, { path }) => ok(await getPayments(ctx, await requirePolicy(ctx, path.policyNo))),

  getReceipt: async (ctx, { path }) => ok(await readReceipt(ctx, path.policyNo, path.policyPaymentId)),

  getReceiptPdf: (ctx, { path }) => renderReceiptPdf(ctx, path.policyNo, path.policyPaymentId),

  getDefaultPaymentMethod: async (ctx, { path }) => {
    const { policyId } = await requirePolicy(ctx, path.policyNo)
    const method = (await getPaymentMethods(ctx.db, policyId)).find((kept) => kept.default)
    return ok({ item1: method ?? null, item2: method ? null : 'No default payment method set on this policy' })
  },

  payByCheck: async (ctx, { path, body }) =>
    ok(await postCheck(ctx, { ...body, policyNo: path.policyNo, depositDate: body.createdAt })),

  transferPayment: async (ctx, { path, body }) =>
    ok(
      await transferPaymentToPolicy(ctx, {
        fromPolicyNo: path.cur,
        toPolicyNo: path.next,
        amount: path.amount,
        policyPaymentId: body.policyPaymentId,
      }),
    ),

  removePaymentMethod: async (ctx, { path }) => {
    await removePaymentMethod(ctx, path.policyNo, path.stripePaymentMethodId)
    return ok(null)
  },

  getLatestRecurringPayment: async (ctx, { path }) => {
    const { policyId } = await requirePolicy(ctx, path.policyNo)
    const method = await findLatestRecurringMethod(ctx.db, policyId)
    return ok({ item1: method ?? null, item2: method ? null : 'No recurring payment was made for this policy' })
  },

  getAutoPay: async (ctx, { path }) => ok(await getAutoPay(ctx, await requirePolicy(ctx, path.policyNo))),

  turnOnAutoPay: async (ctx, { path, body }) => {
    await turnOnAutoPay(ctx, path.policyNo, body)
    return ok(await getAutoPay(ctx, await requirePolicy(ctx, path.policyNo)))
  },

  turnOffAutoPay: async (ctx, { path }) => {
    await turnOffAutoPay(ctx, path.policyNo)
    return ok(await getAutoPay(ctx, await requirePolicy(ctx, path.policyNo)))
  },

  refundPayment: async (ctx, { path, body }) =>
    ok(await refundPaymentToPayer(ctx, { ...body, paymentId: path.paymentId })),

  billToMortgagee: async (ctx, { path }) => ok(await billToMortgagee(ctx, path.policyNo)),

  listOverpayments: async (ctx, { query }) => ok(await listOverpayments(ctx, query)),

  resolveOverpayment: async (ctx, { path, body }) => ok(await resolveOverpayment(ctx, path.overpaymentId, body)),

  listWriteOffs: async (ctx, { path }) => ok(await listWriteOffs(ctx, path.policyNo)),

  writeOffBalance: async (ctx, { path, body }) => ok(await writeOffBalance(ctx, { ...body, policyNo: path.policyNo })),

  reverseWriteOff: async (ctx, { path, body }) =>
    ok(await reversePolicyWriteOff(ctx, { writeOffId: path.writeOffId, reason: body.reversalReason })),

  getReconciliation: async (ctx, { query }) =>
    ok(await getLatestReconciliation({ db: ctx.db, client: ctx.providers.stripe.client, now: ctx.now }, query.day)),

  listBillingPayments: async (ctx, { query }) => ok(await listBillingPayments(ctx, query)),

  getBillingPayment: async (ctx, { path }) => ok(await readBillingPayment(ctx, path.paymentId)),

  listAdminCardFees: (ctx, { query }) => listCollection(ctx.db, adminCardFeeCollection, query),
  getAdminCardFee: (ctx, { path }) => requireCardFee(ctx, path.id),
  createAdminCardFee: (ctx, { body }) => createCardFee(ctx, body),
  updateAdminCardFee: (ctx, { path, body }) => updateCardFee(ctx, path.id, body),
  deleteAdminCardFee: (ctx, { path }) => deleteCardFee(ctx, path.id),

  listAdminPayments: (ctx, { query }) => listCollection(ctx.db, adminPaymentCollection, query),
  exportAdminPayments: (ctx, { query }) => exportPayments(ctx, query),

  getAdminPayment: async (ctx, { path }) => {
    const found = await findCollectionRow(ctx.db, adminPaymentCollection, path.id)
    if (!found) throw createNotFoundError({ payment: path.id })
    return found
  },
} satisfies AreaHandlers

type AchBody = Parameters<NonNullable<AreaHandlers['payByAch']>>[1]['body']

/** Converts a request body to a bank payment request. The body can use either of two sets of field names (API-5). */
function buildAchRequest(body: AchBody): AchRequest {
  if (!('PolicyNo' in body)) return body
  return {
    policyNo: body.PolicyNo,
    bankToken: body.BankToken,
    customerToken: body.CustomerToken,
    payerName: body.PayerName,
    description: body.Description,
    saveForReuse: body.SaveForReuse,
  }
}
