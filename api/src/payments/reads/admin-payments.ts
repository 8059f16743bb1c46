import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Operations } from '../../generated/operations.ts'
import { type Collection, contains, filter, takes } from '../../http/collection.ts'
import { toCents, toDollars } from '../../http/money.ts'

type AdminPayment = Operations['getAdminPayment']['answer']

interface Row {
  policy_payment_id: string
  payment_id: string
  policy_no: string
  insured_name: string
  agency_no: string
  created_at: Date
  payment_type_id: AdminPayment['paymentTypeId']
  type_name: string
  status: AdminPayment['paymentStatus']
  amount_cents: number
  description: string
  memo: string | null
  check_no: string | null
  payee_name: string | null
  record_type: 'Refund' | 'Transfer' | null
  is_applied_to_policy: boolean
  created_by_user_name: string
}

/** Payment id, policy number or check number as a whole, or a part of the payer's name. */
export const paymentMatches = (text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(y.payment_id = ${text.toUpperCase()} or p.policy_no = ${text.toUpperCase()} or y.check_no = ${text}
    or ${contains(sql`coalesce(y.payee_name, '')`, text)})`

/** Every payment row of the book, for finance. */
export const adminPayments: Collection<Row, AdminPayment> = {
  name: 'payments',
  from: sql`payments y join policies p on p.policy_id = y.policy_id
    join payment_types t on t.payment_type_id = y.payment_type_id`,
  columns: sql`y.policy_payment_id, y.payment_id, p.policy_no, p.insured_name, p.agency_no, y.created_at, y.payment_type_id,
    t.name as type_name, y.status, y.amount_cents, y.description, y.memo, y.check_no, y.payee_name, y.record_type,
    y.is_applied_to_policy, y.created_by_user_name`,
  id: sql`y.policy_payment_id`,
  sorts: {
    createdAt: sql`y.created_at`,
    amount: sql`y.amount_cents`,
    policyNo: sql`p.policy_no`,
    paymentStatus: sql`y.status`,
    id: sql`y.policy_payment_id`,
  },
  filters: {
    q: filter(takes.text, paymentMatches),
    policyNo: filter(takes.text, (no) => sql`p.policy_no = ${no}`),
    paymentId: filter(takes.text, (id) => sql`y.payment_id = ${id}`),
    paymentStatus: filter(takes.text, (status) => sql`y.status = ${status}`),
    paymentTypeId: filter(z.coerce.number().int(), (id) => sql`y.payment_type_id = ${id}`),
    agencyNo: filter(takes.text, (no) => sql`p.agency_no = ${no}`),
    createdFrom: filter(takes.day, (day) => sql`y.created_at >= ${day}::date`),
    createdTo: filter(takes.day, (day) => sql`y.created_at < ${day}::date + 1`),
    amountFrom: filter(takes.money, (dollars) => sql`y.amount_cents >= ${toCents(dollars, 'amountFrom')}`),
    amountTo: filter(takes.money, (dollars) => sql`y.amount_cents <= ${toCents(dollars, 'amountTo')}`),
    isAppliedToPolicy: filter(takes.flag, (applied) => sql`y.is_applied_to_policy = ${applied}`),
    id: filter(takes.ids, (ids) => sql`y.policy_payment_id::text = any(${ids}::text[])`),
  },
  show: (row) => ({
    id: row.policy_payment_id,
    paymentId: row.payment_id,
    policyPaymentId: row.policy_payment_id,
    policyNo: row.policy_no,
    insuredName: row.insured_name,
    agencyNo: row.agency_no,
    createdAt: row.created_at.toISOString(),
    paymentTypeId: row.payment_type_id,
    paymentTypeDescription: row.type_name,
    paymentStatus: row.status,
    amount: toDollars(row.amount_cents),
    description: row.description,
    memo: row.memo,
    checkNo: row.check_no,
    payeeName: row.payee_name,
    recordType: row.record_type,
    isAppliedToPolicy: row.is_applied_to_policy,
    createdByUserName: row.created_by_user_name,
  }),
}
