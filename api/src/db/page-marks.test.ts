import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import {
  countPageChanges,
  getPolicyPage,
  type PolicySortColumn,
  policySortColumns,
  refreshPageMarks,
} from './page-marks.ts'

const { db } = await createTestDatabase()

/** Inserts a thousand policies as copies of one policy. */
const copies = (policyNo: string, from: number) =>
  sql`
  insert into policies (policy_no, product_id, agency_id, agency_no, identity_id, insured_name, email, addr1, city, state,
    zip, inception_date, effective_date, expiration_date, original_post_date, gross_premium_cents, total_premium_cents)
  select 'RFL3' || lpad((${from}::integer + n)::text, 6, '0'), product_id, agency_id, agency_no, identity_id,
    'Insured ' || (n * 7919 % 500), email, addr1, city, state, zip, inception_date + n % 90, inception_date + n % 90,
    expiration_date + n % 90, original_post_date, n * 31 % 997, n * 31 % 997
  from policies, generate_series(1, 1000) n where policy_no = ${policyNo}`.execute(db)

const inOrder = async (order: PolicySortColumn, direction: 'asc' | 'desc') => {
  const { rows } = await sql<{ policy_id: string }>`select policy_id from policies
    order by ${sql.ref(order)} ${sql.raw(direction)}, policy_id ${sql.raw(direction)}`.execute(db)
  return rows.map((row) => row.policy_id)
}

async function expectExactPages() {
  for (const order of policySortColumns)
    for (const direction of ['asc', 'desc'] as const) {
      const all = await inOrder(order, direction)
      for (const offset of [0, 50, 190, 200, 401, 975, all.length - 10, all.length + 5]) {
        const page = await getPolicyPage(db, { order, direction, offset, limit: 50 })
        expect(page).toEqual({ policyIds: all.slice(offset, offset + 50), total: all.length })
      }
    }
}

describe('policy list pages', () => {
  let policyNo = ''
  beforeAll(async () => {
    policyNo = (await insertPolicy(db)).policy_no
    await copies(policyNo, 600_000)
  })

  test('are correct before page marks exist', expectExactPages)

  test('are correct with up-to-date page marks', async () => {
    expect(await refreshPageMarks(db)).toBe(true)
    expect(await countPageChanges(db)).toBe(0)
    await expectExactPages()
  })

  test('are correct after policies are added, changed and deleted', async () => {
    await sql`update policies set inception_date = inception_date - 40, effective_date = inception_date - 40,
      insured_name = 'A ' || insured_name where policy_no < 'RFL3600120' and policy_no > 'RFL3600000'`.execute(db)
    await sql`delete from policies where policy_no between 'RFL3600500' and 'RFL3600800'`.execute(db)
    await insertPolicy(db)
    await expectExactPages()
  })

  test('are not marked as changed when a policy update leaves the sort columns unchanged', async () => {
    const before = await countPageChanges(db)
    await sql`update policies set phone = '813-555-0100'`.execute(db)
    expect(await countPageChanges(db)).toBe(before)
  })

  test('include a policy that is updated while page marks are refreshed', async () => {
    let commit = () => {}
    const held = new Promise<void>((done) => {
      commit = done
    })
    let written = () => {}
    const inserted = new Promise<void>((done) => {
      written = done
    })
    const writing = db.transaction().execute(async (trx) => {
      await sql`update policies set insured_name = 'Zoe Late' where policy_no = ${policyNo}`.execute(trx)
      written()
      await held
    })
    await inserted
    await refreshPageMarks(db)
    commit()
    await writing
    await expectExactPages()
  })
})
