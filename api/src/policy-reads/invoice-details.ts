import type { Operations } from '../generated/operations.ts'
import { createNotFoundError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { parseIdOrNull } from '../http/id.ts'
import { getChargeKind } from '../ledger/charge-kind.ts'
import { getObligations } from '../ledger/invoices.ts'
import type { ChargeCode } from '../ledger/ledger.ts'
import { requirePolicy } from '../policy/visibility.ts'

type InvoiceDetails = Operations['getInvoiceDetails']['response']['payload']

/** Returns a policy's latest invoice with its charges. Throws 404 if the policy is not visible or has no invoice. */
export async function readInvoiceDetails(ctx: Ctx, policyNo: string): Promise<InvoiceDetails> {
  const { policyId } = await requirePolicy(ctx, policyNo)
  const invoice = await ctx.db
    .selectFrom('invoices')
    .selectAll()
    .where('policy_id', '=', policyId)
    .orderBy('created_at', 'desc')
    .orderBy('invoice_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!invoice) throw createNotFoundError({ policyNo, why: 'no invoice' })
  const items = await ctx.db
    .selectFrom('invoice_items')
    .selectAll()
    .where('invoice_id', '=', invoice.invoice_id)
    .orderBy('position')
    .execute()
  const obligations = await getObligations(ctx.db, policyId)
  const isPaid = obligations.every(({ invoiceId, openCents }) => invoiceId !== invoice.invoice_id || openCents === 0)
  return {
    Amount: invoice.total_premium_cents / 100,
    Invoice: {
      InvoiceId: invoice.invoice_id,
      PolicyId: invoice.policy_id,
      PolicyTransactionId: invoice.policy_transaction_id,
      CreatedAt: invoice.created_at.toISOString(),
      CreatedByUserId: parseIdOrNull(invoice.created_by_user_id),
      UpdatedAt: invoice.updated_at.toISOString(),
      UpdatedByUserId: parseIdOrNull(invoice.updated_by_user_id),
    },
    InvoiceItems: items.map((item) => ({
      InvoiceItemId: item.invoice_item_id,
      Kind: getChargeKind(item.charge as ChargeCode),
      Description: item.description,
      Amount: item.amount_cents / 100,
    })),
    IsPaid: isPaid,
  }
}
