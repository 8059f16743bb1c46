import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { NewLienholder } from '../policy/lienholders.ts'
import type { QuoteApplication } from './quote-row.ts'

type QuoteLienholder = QuoteApplication['lienholderList'][number]

/** Returns the policy's lienholders with the field names of a quote, starting with the first mortgagee. */
export async function getLienholders(db: Kysely<DB>, policyId: string): Promise<QuoteLienholder[]> {
  const rows = await db
    .selectFrom('lienholders')
    .selectAll()
    .where('policy_id', '=', policyId)
    .orderBy('position')
    .limit(10)
    .execute()
  return rows.map((row) => ({
    lienholderId: row.lienholder_id,
    name: row.name1,
    addr1: row.addr1 ?? '',
    addr2: row.addr2,
    city: row.city ?? '',
    state: row.state ?? '',
    zip: row.zip ?? '',
    loan_number: row.reference ?? '',
    mortgage_clause: row.mortgage_clause,
  }))
}

const comparable = (list: readonly QuoteLienholder[]) =>
  JSON.stringify(
    list.map(({ lienholderId = null, name, addr1, addr2, city, state, zip, loan_number, mortgage_clause }) => [
      ...[lienholderId, name.trim(), addr1.trim(), addr2?.trim() || null, city.trim(), state, zip],
      ...[loan_number.trim(), mortgage_clause?.trim() || null],
    ]),
  )

export const hasSameLienholders = (a: readonly QuoteLienholder[], b: readonly QuoteLienholder[]) =>
  comparable(a) === comparable(b)

/** Converts a quote's lienholder to a `lienholders` row. */
export const toLienholderRow = (lienholder: QuoteLienholder): NewLienholder => ({
  lienholderId: lienholder.lienholderId ?? undefined,
  name1: lienholder.name.trim(),
  mortgage_clause: lienholder.mortgage_clause?.trim() || null,
  addr1: lienholder.addr1.trim(),
  addr2: lienholder.addr2?.trim() || null,
  city: lienholder.city.trim(),
  state: lienholder.state,
  zip: lienholder.zip,
  reference: lienholder.loan_number.trim(),
})
