import { toTransactionTaxColumns } from '@tideline/api/taxes/taxes.ts'
import type pg from 'pg'
import { pool } from './query.ts'

/**
 * Statements of a note, a check and an endorsement, by hand: the locks, rows, event, email and audit entry of the API, without
 * its access checks, prices, taxes and rules. The policy must have an amount due.
 */

async function runInTransaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (problem) {
    await client.query('rollback')
    throw problem
  } finally {
    client.release()
  }
}

/** Locks a policy and its balance, and returns its id. */
async function lockPolicy(client: pg.PoolClient, policyNo: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'select policy_id as id from policies where policy_no = $1 for no key update',
    [policyNo],
  )
  const id = rows[0]?.id
  if (!id) throw new Error(`There is no policy ${policyNo}.`)
  await client.query('select due_cents from policy_balances where policy_id = $1 for update', [id])
  return id
}

/** Writes the audit entry of an action. */
const writeAudit = (
  client: pg.PoolClient,
  now: Date,
  values: [action: string, entity: string, entityId: string, policyId: string],
  details = {},
) =>
  client.query(
    `insert into audit_log (occurred_at, actor_kind, actor_name, request_id, ip, action, entity, entity_id, policy_id, details)
     values ($1, 'staff', 'Benchmark', 'req_bench', '127.0.0.1', $2, $3, $4, $5, $6)`,
    [now, ...values, JSON.stringify(details)],
  )

/** Adds the cents, negative for a payment, to the first obligation that is large enough. */
const changeObligation = (client: pg.PoolClient, policyId: string, cents: number) =>
  client.query(
    `update obligations set open_cents = open_cents + $2 where policy_id = $1 and obligation_no = (
       select obligation_no from obligations where policy_id = $1 and open_cents > $2 order by due_date, obligation_no limit 1)`,
    [policyId, cents],
  )

async function postEntry(
  client: pg.PoolClient,
  key: string,
  kind: string,
  cents: number,
  parts: { debit: string; credit: string; policyId: string; paymentId?: string; invoiceId?: string },
) {
  const { rows } = await client.query<{ entry_id: string }>(
    `insert into journal_entries (business_key, kind, description, created_by) values ($1, $2, '', 'Benchmark') returning entry_id`,
    [key, kind],
  )
  await client.query(
    `insert into postings (entry_id, account_code, amount_cents, policy_id, policy_payment_id, invoice_id)
     values ($1, $2, $4, null, $6, $7), ($1, $3, -$4::bigint, $5, $6, $7)`,
    [
      rows[0]?.entry_id,
      parts.debit,
      parts.credit,
      cents,
      parts.policyId,
      parts.paymentId ?? null,
      parts.invoiceId ?? null,
    ],
  )
}

async function publish(client: pg.PoolClient, now: Date, type: string, policyId: string, data: object) {
  await client.query(`select graphile_worker.add_job('send-mail', $1)`, [{ policyId, template: 'benchmark', data }])
  await client.query(
    `insert into events (type, occurred_at, agency_id, policy_id, data)
     select $1, $2, agency_id, policy_id, $4 from policies where policy_id = $3`,
    [type, now, policyId, JSON.stringify(data)],
  )
}

/** Records a check of one dollar. */
export const recordCheck = (policyNo: string, checkNo: string) =>
  runInTransaction(async (client) => {
    const policyId = await lockPolicy(client, policyNo)
    const now = new Date()
    await client.query('select from payments where policy_id = $1 and check_no = $2', [policyId, checkNo])
    const { rows } = await client.query<{ payment_id: string; id: string }>(
      `insert into payments (payment_id, policy_id, payment_type_id, status, amount_cents, fee_cents, description, memo, check_no,
         payee_name, deposit_date, settled_at, created_by_user_name, created_by_user_type, created_at)
       select 'PAY-' || substr($2, 4) || '-' || count(distinct payment_id) + 1, $1, 3, 'paid', 100, 0, 'Premium', $2, $3,
         'Marina Sample', $4::timestamptz::date, $4, 'Benchmark', 3, $4 from payments where policy_id = $1
       returning payment_id, policy_payment_id as id`,
      [policyId, policyNo, checkNo, now],
    )
    const { id = '', payment_id: paymentId = '' } = rows[0] ?? {}
    await postEntry(client, `payment:${id}:settled`, 'paymentSettled', 100, {
      ...{ debit: 'cash_check', credit: 'receivable', policyId, paymentId: id },
    })
    await changeObligation(client, policyId, -100)
    await client.query(
      `insert into invoice_payments (invoice_id, policy_payment_id, amount_cents)
       select invoice_id, $2, 100 from invoices where policy_id = $1 order by created_at limit 1`,
      [policyId, id],
    )
    await publish(client, now, 'payment.paid', policyId, { policyPaymentId: id, paymentId, amount: 1 })
    await writeAudit(client, now, ['payment.recordCheck', 'payment', id, policyId])
    return { paymentId }
  })

const noFeesAndTaxes = JSON.stringify({ tnx_policy_fee_cents: 0, tnx_taxes_cents: 0, ...toTransactionTaxColumns({}) })

/** Reduces the premium of a policy by one dollar from a date on. */
export const endorse = (policyNo: string) =>
  runInTransaction(async (client) => {
    const policyId = await lockPolicy(client, policyNo)
    const now = new Date()
    const { rows } = await client.query<{ id: string }>(
      `insert into policy_transactions
       select after.* from (select * from policy_transactions where policy_id = $1 order by sequence desc limit 1) t
       cross join lateral jsonb_populate_record(t::policy_transactions, jsonb_build_object('policy_transaction_id', new_id(), 'sequence', t.sequence + 1,
         'transaction_type', 'EB', 'created_at', $2::timestamptz, 'post_date', $2::timestamptz::date,
         'coverage_a_limit_cents', t.coverage_a_limit_cents - 100000, 'gross_premium_cents', t.gross_premium_cents - 100,
         'total_premium_cents', t.total_premium_cents - 100, 'tnx_gross_premium_cents', -100,
         'tnx_total_premium_cents', -100) || $3) after returning policy_transaction_id as id`,
      [policyId, now, noFeesAndTaxes],
    )
    const id = rows[0]?.id ?? ''
    await client.query(
      `update policies set last_transaction_type = 'EB', gross_premium_cents = gross_premium_cents - 100,
         total_premium_cents = total_premium_cents - 100 where policy_id = $1`,
      [policyId],
    )
    const { rows: invoices } = await client.query<{ id: string }>(
      `insert into invoices (policy_id, policy_transaction_id, gross_premium_cents, total_premium_cents, billed_to, due_date)
       values ($1, $2, -100, -100, 'insured', $3::timestamptz::date) returning invoice_id as id`,
      [policyId, id, now],
    )
    const invoiceId = invoices[0]?.id ?? ''
    await client.query(
      `insert into invoice_items (invoice_id, charge, description, amount_cents, position)
       values ($1, 'premium_written', 'Endorsement', -100, 1)`,
      [invoiceId],
    )
    await postEntry(client, `invoice:${invoiceId}`, 'invoice', 100, {
      ...{ debit: 'premium_written', credit: 'receivable', policyId, invoiceId },
    })
    await changeObligation(client, policyId, -100)
    await publish(client, now, 'policy.endorsed', policyId, { policyTransactionId: id })
    await writeAudit(client, now, ['policy.endorse', 'policyTransaction', id, policyId])
    return { policyTransactionId: id }
  })

/** Writes a note. */
export const writeNote = (policyNo: string, note: string) =>
  runInTransaction(async (client) => {
    const id = await lockPolicy(client, policyNo)
    const now = new Date()
    const { rows } = await client.query<{ policy_note_id: string }>(
      `insert into policy_notes (policy_id, type, note, is_private, reason, created_by_user_name, created_by_user_type, created_at)
       values ($1, 'note', $2, false, '', 'Benchmark', 3, $3) returning *`,
      [id, note, now],
    )
    await writeAudit(client, now, ['note.create', 'note', rows[0]?.policy_note_id ?? '', id], {
      type: 'note',
      isPrivate: false,
    })
    return rows[0]
  })
