import { formatDateTime } from '../../calendar/format-date.ts'
import type { Ctx } from '../../http/context.ts'
import { toCents } from '../../http/money.ts'
import { FileResponse } from '../../http/response.ts'
import { describePaymentMethod } from '../describe-method.ts'
import { type Receipt, readReceipt } from './receipt.ts'

const notYetPaid = {
  processing: ' (being processed)',
  failed: ' (failed)',
  cancelled: ' (cancelled)',
  disputed: ' (disputed)',
}
const describeState = (status: Receipt['paymentStatus']) => (status in notYetPaid ? notYetPaid[status as 'failed'] : '')

/** Returns a payment's receipt as a PDF. Throws 404 for the same reasons as `readReceipt`. */
export async function renderReceiptPdf(ctx: Ctx, policyNo: string, policyPaymentId: string): Promise<FileResponse> {
  const facts = await readReceipt(ctx, policyNo, policyPaymentId)
  const method = facts.method && {
    type: facts.method.paymentType,
    brand: facts.method.paymentType === 'us_bank_account' ? null : facts.method.cardBrand,
    lastFour: facts.method.lastFourDigits,
  }
  const { renderReceipt } = await import('../../providers/pdf/receipt.ts')
  const { bytes } = await renderReceipt({
    receiptNo: facts.receiptNo,
    policyNo: facts.policyNo,
    insuredName: facts.insuredName,
    propertyAddress: facts.address,
    payerName: facts.payerName,
    method:
      describePaymentMethod(method, facts.checkNo, facts.paymentTypeDescription) + describeState(facts.paymentStatus),
    paidAt: formatDateTime(new Date(facts.createdAt)),
    amountCents: toCents(facts.amount, 'amount'),
    feeCents: toCents(facts.feeAmount, 'feeAmount'),
    balanceCents: toCents(facts.balanceAfter, 'balanceAfter'),
    issuedAt: ctx.now,
  })
  return new FileResponse(bytes, { contentType: 'application/pdf', fileName: `Receipt ${facts.receiptNo}.pdf` })
}
