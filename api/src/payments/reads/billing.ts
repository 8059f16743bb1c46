import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Operations } from '../../generated/operations.ts'
import { createNotFoundError } from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { type Page, readPage } from '../../http/page.ts'
import { toMethodDetails } from '../methods/methods.ts'
import { requirePaidPayment } from '../refunds/refund.ts'
import { paymentMatchesSql } from './admin-payments.ts'
import { getPaymentsByPolicy, getReceiptReference } from './rows.ts'

type Query = Operations['listBillingPayments']['query']
type BillingPayment = Operations['listBillingPayments']['response']['payload']['items'][number]
type Detail = Operations['getBillingPayment']['response']['payload']

type PolicyFacts = Pick<Detail, 'productId' | 'insuredName' | 'agencyNo'>

const policyFacts = sql`p.product_id as "productId", p.insured_name as "insuredName", p.agency_no as "agencyNo"`

const getConditions = ({ q, paymentType, paymentStatus, from, to, changedAfter }: Query): RawBuilder<SqlBool>[] => [
  ...(q ? [paymentMatchesSql(q)] : []),
  ...(paymentType ? [sql<SqlBool>`y.payment_type_id = ${paymentType}`] : []),
  ...(paymentStatus ? [sql<SqlBool>`y.status = ${paymentStatus}`] : []),
  ...(from ? [sql<SqlBool>`y.created_at >= ${from}::date`] : []),
  ...(to ? [sql<SqlBool>`y.created_at < ${to}::date + 1`] : []),
  ...(changedAfter ? [sql<SqlBool>`y.updated_at > ${changedAfter}`] : []),
]

type Row = PolicyFacts & { id: string; policyId: string }

/** Returns payments in the same format as the payment list of a policy. */
async function toRowResponses(ctx: Ctx, rows: Row[]): Promise<BillingPayment[]> {
  const payments = await getPaymentsByPolicy(ctx, [...new Set(rows.map(({ policyId }) => policyId))])
  return rows.flatMap(({ id, policyId, ...policy }) => {
    const payment = payments.get(policyId)?.find(({ policyPaymentId }) => policyPaymentId === id)
    return payment ? [{ payment, ...policy }] : []
  })
}

/** Returns a filtered page of payments of all policies, newest first. */
export const listBillingPayments = (ctx: Ctx, query: Query): Promise<Page<BillingPayment>> =>
  readPage<Row, BillingPayment>(
    ctx.db,
    {
      columns: sql`y.policy_payment_id as id, y.policy_id as "policyId", ${policyFacts}`,
      from: sql`payments y join policies p on p.policy_id = y.policy_id`,
      where: sql<SqlBool>`${sql.join([sql`true`, ...getConditions(query)], sql` and `)}`,
      order: [
        { column: sql`y.created_at`, type: 'timestamptz', direction: 'desc' },
        { column: sql`y.policy_payment_id`, type: 'uuid', direction: 'desc' },
      ],
      present: (rows) => toRowResponses(ctx, rows),
    },
    query,
  )

interface Source extends PolicyFacts {
  policyPaymentId: string
  policyId: string
  hasReceipt: boolean
  intentId: string | null
  method: Parameters<typeof toMethodDetails>[0] | null
}

/**
 * Returns a payment with its reversals, transfers and refunds on all affected policies, oldest first. Throws 404 if it
 * does not exist.
 */
export async function readBillingPayment(ctx: Ctx, paymentId: string): Promise<Detail> {
  const { rows: sources } = await sql<Source>`
    select y.policy_payment_id as "policyPaymentId", y.policy_id as "policyId", ${policyFacts},
      t.has_receipt and y.status = 'paid' and y.amount_cents > 0 as "hasReceipt",
      y.stripe_payment_intent_id as "intentId",
      case when m.payment_method_id is not null then row_to_json(m) end as method
    from payments y join policies p on p.policy_id = y.policy_id
    join payment_types t on t.payment_type_id = y.payment_type_id
    left join payment_methods m on m.payment_method_id = y.payment_method_id
    where y.payment_id = ${paymentId} order by y.created_at, y.policy_payment_id`.execute(ctx.db)
  const [first] = sources
  if (!first) throw createNotFoundError({ paymentId })
  const payments = await getPaymentsByPolicy(ctx, [...new Set(sources.map(({ policyId }) => policyId))])
  const shown = sources.flatMap(({ policyId, policyPaymentId, hasReceipt }) => {
    const payment = payments.get(policyId)?.find((row) => row.policyPaymentId === policyPaymentId)
    return payment ? [{ payment, hasReceipt }] : []
  })
  const { leftCents } = await requirePaidPayment(ctx, paymentId)
  const method = sources.find((one) => one.method)?.method
  return {
    paymentId,
    rows: shown.map(({ payment }) => payment),
    productId: first.productId,
    insuredName: first.insuredName,
    agencyNo: first.agencyNo,
    method: method ? toMethodDetails(method) : null,
    stripeIntentId: sources.find(({ intentId }) => intentId)?.intentId ?? null,
    receipts: shown.filter(({ hasReceipt }) => hasReceipt).map(({ payment }) => getReceiptReference(payment)),
    refundable: toDollars(Math.max(0, leftCents)),
  }
}
