import type { Kysely } from 'kysely'
import { dollarsSql, selectFields } from '../db/json-sql.ts'
import { type PreparedStatement, runPreparedQuery } from '../db/prepared-statement.ts'
import type { DB } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import { amountDueCondition } from '../ledger/money-sql.ts'
import { summarizeDue } from '../ledger/obligations.ts'
import { buildPolicyStatusSql } from '../policy/status.ts'
import { type DueFields, type DueFieldsInput, selectDueSource, toDueFields } from './due-fields.ts'

type ListedPolicy = Operations['searchPolicies']['response']['payload']['policies'][number]
export type AdminPolicy = Operations['getAdminPolicy']['response']

const state = buildPolicyStatusSql('p', '$2')
// A policy counts as paid while nothing is currently due (BIL-2).
const isPaid = `(p.is_paid or not ${amountDueCondition(state.today)})`

const getRows = (name: string, columns: string): PreparedStatement => ({
  name,
  text: `select coalesce(json_agg(json_strip_nulls(row_to_json(x))), '[]')::text as json from (
    select ${columns}
    from unnest($1::uuid[]) with ordinality page (policy_id, place)
    join policies p using (policy_id)
    join agencies a on a.agency_id = p.agency_id
    left join policy_balances b on b.policy_id = p.policy_id
    where $2::timestamptz is not null
    order by page.place) x`,
})

/** Fields of a row that are calculated from its obligations. Fields that are null are omitted. */
type CalculatedFields = 'currentlyDue' | 'dueDate' | 'dueState'

/**
 * SQL statement for list rows. $1 is the policy ids in order, $2 is the current time. The due fields are added
 * afterward.
 */
const policyRowsStatement = getRows(
  'policy-list-rows-3',
  `${selectFields<Omit<ListedPolicy, CalculatedFields>>({
    policyId: 'p.policy_id',
    policyNo: 'p.policy_no',
    quoteNumber: 'p.quote_number',
    productId: 'p.product_id',
    status: state.status,
    insuredName: 'p.insured_name',
    email: "nullif(p.email::text, '')",
    address: 'p.address_line',
    city: 'p.city',
    state: 'p.state',
    zip: 'p.zip',
    agencyNo: 'p.agency_no',
    company: 'a.company',
    producerName: "nullif(p.producer_name, '')",
    inceptionDate: 'p.inception_date',
    expirationDate: 'p.expiration_date',
    lastTransactionType: 'coalesce(p.last_transaction_type, p.original_trans_type)',
    totalPremium: dollarsSql('p.total_premium_cents'),
    totalDue: dollarsSql('coalesce(b.due_cents, 0)'),
    isPolicySigned: 'p.is_signed',
    isPolicyPaid: isPaid,
    isPendingCancel: state.isPendingCancel,
    isCancelled: state.isCancelled,
    isExpired: state.isExpired,
  })}, ${selectDueSource(state.today)}`,
)

/** SQL statement for rows of the back-office list. Has the same parameters. The due fields are added afterward. */
const adminPolicyRowsStatement = getRows(
  'policy-admin-rows-3',
  `${selectFields<Omit<AdminPolicy, keyof DueFields>>({
    id: 'p.policy_no',
    policyNo: 'p.policy_no',
    quoteNumber: 'p.quote_number',
    productId: 'p.product_id',
    status: state.status,
    insuredName: 'p.insured_name',
    email: "nullif(p.email::text, '')",
    phone: 'p.phone',
    address: 'p.address_line',
    city: 'p.city',
    state: 'p.state',
    zip: 'p.zip',
    agencyNo: 'p.agency_no',
    agencyName: 'a.company',
    producerName: "nullif(p.producer_name, '')",
    inceptionDate: 'p.inception_date',
    expirationDate: 'p.expiration_date',
    isSigned: 'p.is_signed',
    totalPremium: dollarsSql('p.total_premium_cents'),
    totalDue: dollarsSql('coalesce(b.due_cents, 0)'),
    originalPostDate: 'p.original_post_date',
  })}, ${selectDueSource(state.today)}`,
)

/** Returns the back-office rows of a page, in the order of the ids. */
export const readAdminPolicyRows = (db: Kysely<DB>, policyIds: string[], now: Date): Promise<AdminPolicy[]> =>
  readRows<Omit<AdminPolicy, keyof DueFields>>(db, adminPolicyRowsStatement, policyIds, now)

/** Returns the list rows of a page, in the order of the ids. */
export async function readPolicyRows(db: Kysely<DB>, policyIds: string[], now: Date): Promise<ListedPolicy[]> {
  const rows = await readRows<Omit<ListedPolicy, CalculatedFields>>(db, policyRowsStatement, policyIds, now)
  return rows.map(({ isPaid: _, ...row }) => row)
}

async function readRows<Row>(db: Kysely<DB>, statement: PreparedStatement, policyIds: string[], now: Date) {
  if (policyIds.length === 0) return []
  const [read] = await runPreparedQuery<{ json: string }>(db, statement, [policyIds, now])
  const rows = JSON.parse(read?.json ?? '[]') as (Row & DueFieldsInput)[]
  return rows.map(({ obligations, today, processingCents, ...row }) => {
    const { dueDate, dueState, ...due } = toDueFields(summarizeDue(obligations, { today, processingCents }))
    return { ...row, ...due, ...(dueDate && { dueDate }), ...(dueState && { dueState }) }
  })
}
