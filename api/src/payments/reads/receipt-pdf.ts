import { momentInWords } from '../../calendar/moment-words.ts'
import { FileAnswer } from '../../http/answer.ts'
import type { Ctx } from '../../http/context.ts'
import { toCents } from '../../http/money.ts'
import { receipt } from '../../providers/pdf/receipt.ts'
import { type Receipt, readReceipt } from './receipt.ts'

/** "Bank account ending in 6789", "Visa ending in 4242", "Check 0001042". */
export function methodInWords({ method, checkNo, paymentTypeDescription }: Receipt): string {
  if (checkNo) return `Check ${checkNo}`
  if (!method) return paymentTypeDescription
  if (method.paymentType === 'us_bank_account') return `Bank account ending in ${method.lastFourDigits}`
  return `${method.cardBrand.charAt(0).toUpperCase()}${method.cardBrand.slice(1)} ending in ${method.lastFourDigits}`
}

const notYetPaid = {
  processing: ' (being processed)',
  failed: ' (failed)',
  cancelled: ' (cancelled)',
  disputed: ' (disputed)',
}
const stateInWords = (status: Receipt['paymentStatus']) => (status in notYetPaid ? notYetPaid[status as 'failed'] : '')

/** A payment's receipt to print. Throws 404 as `readReceipt`. */
export async function printReceipt(ctx: Ctx, policyNo: string, policyPaymentId: string): Promise<FileAnswer> {
  const facts = await readReceipt(ctx, policyNo, policyPaymentId)
  const { bytes } = await receipt({
    receiptNo: facts.receiptNo,
    policyNo: facts.policyNo,
    insuredName: facts.insuredName,
    propertyAddress: facts.address,
    payerName: facts.payerName,
    method: methodInWords(facts) + stateInWords(facts.paymentStatus),
    paidAt: momentInWords(new Date(facts.createdAt)),
    amountCents: toCents(facts.amount, 'amount'),
    feeCents: toCents(facts.feeAmount, 'feeAmount'),
    issuedAt: ctx.now,
  })
  return new FileAnswer(bytes, { contentType: 'application/pdf', fileName: `Receipt ${facts.receiptNo}.pdf` })
}
