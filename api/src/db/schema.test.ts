import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'
import { expectedCancelReasons, listReasonCodes } from '../testing/cancel-reasons.ts'
import { createTestDatabase } from '../testing/database.ts'

const { db } = await createTestDatabase()

const below = async (agencyId: string) => {
  const { rows } = await sql<{ agency_no: string }>`
    select agency_no from agencies where path @> array[${agencyId}]::uuid[] order by agency_no`.execute(db)
  return rows.map((row) => row.agency_no)
}

describe('agency hierarchy', () => {
  test('moves an agency together with its sub-agencies', async () => {
    const root = await insertAgency(db, { agency_no: '900100' })
    const other = await insertAgency(db, { agency_no: '900200' })
    const child = await insertAgency(db, { agency_no: '900110', parent: root.agency_id })
    await insertAgency(db, { agency_no: '900111', parent: child.agency_id })
    expect(await below(root.agency_id)).toEqual(['900100', '900110', '900111'])
    await db
      .updateTable('agencies')
      .set({ agent_parent_id: other.agency_id })
      .where('agency_no', '=', '900110')
      .execute()
    expect(await below(root.agency_id)).toEqual(['900100'])
    expect(await below(other.agency_id)).toEqual(['900110', '900111', '900200'])
  })

  test("rejects an agency's own sub-agency as its parent", async () => {
    const root = await insertAgency(db)
    const child = await insertAgency(db, { parent: root.agency_id })
    const circle = db
      .updateTable('agencies')
      .set({ agent_parent_id: child.agency_id })
      .where('agency_id', '=', root.agency_id)
    await expect(circle.execute()).rejects.toThrow('cannot be under itself')
  })
})

describe('database schema', () => {
  test.each([
    ['a total that is not the sum of its parts', 'update policies set total_premium_cents = total_premium_cents + 1'],
    ['a cancellation without a reason', 'update policies set cancelled_at = now()'],
    ['a term that ends before it begins', 'update policies set expiration_date = inception_date'],
    ['a policy number in another format', "update policies set policy_no = 'RFL4000101'"],
    ['policy taxes that do not add up', 'update policy_transactions set municipal_tax_cents = municipal_tax_cents + 1'],
    ['transaction taxes that do not add up', 'update policy_transactions set tnx_municipal_tax_cents = 1'],
  ])('rejects an invalid row: %s', async (_title, statement) => {
    await insertPolicy(db)
    await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '23514' })
  })

  test('rejects a signature with a name but no timestamp', async () => {
    const { policy_id } = await insertPolicy(db)
    const { policy_doc_id } = await db
      .insertInto('policy_docs')
      .values({ policy_id, doc_type_id: 2, doc_name: 'Application', parties_to_sign: [1, 2] })
      .returning('policy_doc_id')
      .executeTakeFirstOrThrow()
    const half = db
      .insertInto('policy_doc_signatures')
      .values({ policy_doc_id, policy_id, party: 2, signed_by_name: 'Marina' })
    await expect(half.execute()).rejects.toMatchObject({ code: '23514' })
  })

  test('rejects deleting an audit log entry', async () => {
    await db
      .insertInto('audit_log')
      .values({ actor_kind: 'job', action: 'test', entity: 'policy', entity_id: '1' })
      .execute()
    await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('append-only')
  })

  test('rejects adding an adjustment to a closed commission statement', async () => {
    const agency = await insertAgency(db)
    const { statement_id } = await db
      .insertInto('commission_statements')
      .values({ agency_id: agency.agency_id, month: '2026-10-01', state: 'closed' })
      .returning('statement_id')
      .executeTakeFirstOrThrow()
    const late = db
      .insertInto('commission_adjustments')
      .values({ statement_id, description: 'Late', adjustment_cents: 100 })
    await expect(late.execute()).rejects.toThrow('closed')
  })

  test('rejects a second account whose email differs only in upper and lower case', async () => {
    const { email } = await insertAccount(db)
    await expect(insertAccount(db, { email: email.toUpperCase() })).rejects.toMatchObject({ code: '23505' })
  })
})

describe('catalog tables', () => {
  test('contain every cancel reason of the specification with its name', async () => {
    const reasons = await db
      .selectFrom('cancel_reasons')
      .select(['reason_code', 'reason_name'])
      .orderBy('reason_code')
      .execute()
    expect(Object.fromEntries(reasons.map(({ reason_code, reason_name }) => [reason_code, reason_name]))).toEqual(
      Object.fromEntries(Object.entries(expectedCancelReasons).map(([code, { name }]) => [code, name])),
    )
  })

  test('allow a policy fee refund only with the full premium, and list the reasons with automatic review (CAN-1)', async () => {
    const reasons = await db
      .selectFrom('cancel_reasons')
      .select(['reason_code', 'refund_premium', 'refund_policy_fee', 'automatic_review'])
      .orderBy('reason_code')
      .execute()
    for (const reason of reasons) expect(reason.refund_policy_fee === 'full').toBe(reason.refund_premium === 'full')
    expect(reasons.filter((reason) => reason.automatic_review).map((reason) => reason.reason_code)).toEqual(
      listReasonCodes(({ isReviewed }) => isReviewed),
    )
  })

  test('require the uploads listed in the specification, and a document for each signature', async () => {
    const documents = await db.selectFrom('cancel_reason_documents').selectAll().orderBy('reason_code').execute()
    const reasonsWith = (purpose: string) =>
      documents.filter((document) => document.purpose === purpose).map((document) => document.reason_code)
    const signing = await db
      .selectFrom('cancel_reasons')
      .select('reason_code')
      .where('requires_insured_signature', '=', true)
      .orderBy('reason_code')
      .execute()
    expect(reasonsWith('requiredUpload')).toEqual(listReasonCodes(({ needsUpload }) => needsUpload))
    expect(reasonsWith('sign')).toEqual(signing.map((reason) => reason.reason_code))
  })

  test('contain a cancellation and a pending cancellation transaction type for cancel reason 05', async () => {
    const types = await db
      .selectFrom('transaction_types')
      .select('transaction_type')
      .where('reason_code', '=', '05')
      .execute()
    expect(types.map((type) => type.transaction_type).sort()).toEqual(['C05', 'P05'])
  })
})

describe('policy search indexes', () => {
  beforeAll(async () => {
    const { policy_no } = await insertPolicy(db)
    await sql`insert into policies (policy_no, quote_number, product_id, agency_id, agency_no, identity_id, insured_name,
        email, addr1, city, state, zip, inception_date, effective_date, expiration_date, original_post_date)
      select 'CFL3' || lpad(n::text, 6, '0'), 'Q3' || lpad(n::text, 6, '0'), 2, agency_id, agency_no, identity_id,
        md5(n::text), email, md5((n + 1)::text), city, state, zip, inception_date, effective_date, expiration_date,
        original_post_date
      from policies, generate_series(1, 5000) n where policy_no = ${policy_no}`.execute(db)
    // New rows are in the pending lists of the trigram indexes. The planner avoids these lists until a vacuum.
    await sql`vacuum analyze policies`.execute(db)
  })

  test.each([
    ["lower(insured_name) like '%rina samp%'", 'policies_by_insured_name_text'],
    ["lower(address_line) like '%bayshore demo%'", 'policies_by_address_text'],
    ["policy_no like 'RFL3000%'", 'policies_'],
    ["quote_number = 'Q3000101'", 'policies_by_quote_number'],
    ["county_fips = any('{12057,12103}') order by county_fips, policy_no limit 51", 'policies_by_county_and_number'],
  ])('are used for the condition %s', async (condition, index) => {
    const { rows } = await sql<Record<string, string>>`
      explain ${sql.raw(`select policy_id from policies where ${condition}`)}`.execute(db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan')
  })
})
