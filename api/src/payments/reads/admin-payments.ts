import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { exportList } from '../../audit/export-list.ts'
import type { Operations } from '../../generated/operations.ts'
import { type Collection, containsTextSql, getCollectionRows, idsCondition } from '../../http/collection.ts'
import type { Ctx } from '../../http/context.ts'
import { toCents } from '../../http/money.ts'
import type { FileResponse } from '../../http/response.ts'
import { type PaymentRow, paymentColumns, toPaymentFields } from './payment-response.ts'

interface Row extends PaymentRow {
  insuredName: string
  agencyNo: string
}

/** SQL condition: the search text is the payment ID, policy number or check number, or occurs in the payer's name. */
export const paymentMatchesSql = (text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(y.payment_id = ${text.toUpperCase()} or y.check_no = ${text}
    or y.policy_id = (select policy_id from policies where policy_no = ${text.toUpperCase()})
    or ${containsTextSql(sql`coalesce(y.payee_name, '')`, text)})`

/** All payment rows of all policies, for finance staff. */
export const adminPaymentCollection: Collection<'listAdminPayments', Row> = {
  name: 'payments',
  from: sql`payments y join policies p on p.policy_id = y.policy_id
    join payment_types k on k.payment_type_id = y.payment_type_id`,
  columns: sql`${sql.raw(paymentColumns)}, p.insured_name as "insuredName", p.agency_no as "agencyNo"`,
  id: sql`y.policy_payment_id`,
  sorts: {
    createdAt: sql`y.created_at`,
    amount: sql`y.amount_cents`,
    policyNo: sql`p.policy_no`,
    paymentStatus: sql`y.status`,
    id: sql`y.policy_payment_id`,
  },
  filters: {
    q: paymentMatchesSql,
    policyNo: (no) => sql`p.policy_no = ${no}`,
    paymentId: (id) => sql`y.payment_id = ${id}`,
    paymentStatus: (status) => sql`y.status = ${status}`,
    paymentTypeId: (id) => sql`y.payment_type_id = ${id}`,
    agencyNo: (no) => sql`p.agency_no = ${no}`,
    createdFrom: (day) => sql`y.created_at >= ${day}::date`,
    createdTo: (day) => sql`y.created_at < ${day}::date + 1`,
    amountFrom: (dollars) => sql`y.amount_cents >= ${toCents(dollars, 'amountFrom')}`,
    amountTo: (dollars) => sql`y.amount_cents <= ${toCents(dollars, 'amountTo')}`,
    isAppliedToPolicy: (applied) => sql`y.is_applied_to_policy = ${applied}`,
    id: (ids) => idsCondition(sql`y.policy_payment_id`, ids),
  },
  present: (row) => ({ id: row.policyPaymentId, ...toPaymentFields(row) }),
}

type Shown = Operations['getAdminPayment']['response']

const exported = [
  ...([
    'paymentId',
    'policyNo',
    'insuredName',
    'agencyNo',
    'createdAt',
    'paymentTypeDescription',
    'paymentStatus',
  ] as const),
  ...(['isAppliedToPolicy', 'amount', 'checkNo', 'payeeName', 'memo', 'description', 'recordType'] as const),
  'createdByUserName' as const,
]

/** Exports the payment list as a CSV file. */
export const exportPayments = (ctx: Ctx, query: Operations['exportAdminPayments']['query']): Promise<FileResponse> =>
  exportList<Shown>(ctx, {
    ...{ name: 'payments', columns: exported, query },
    open: () => (first, count) => getCollectionRows(ctx.db, adminPaymentCollection, query, first, count),
  })
