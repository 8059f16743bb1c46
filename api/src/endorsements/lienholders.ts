import type { Kysely } from 'kysely'
import { executePrepared } from '../db/prepared-statement.ts'
import type { DB } from '../db/schema.ts'
import type { NewLienholder } from '../policy/lienholders.ts'
import type { QuoteApplication } from './quote-row.ts'

export type QuoteLienholder = QuoteApplication['lienholderList'][number]

/** The lienholders of a policy before and after a change, each starting with the first mortgagee. */
export interface LienholderChange {
  before: readonly QuoteLienholder[]
  after: readonly QuoteLienholder[]
}

/** Returns the policy's lienholders with the field names of a quote, starting with the first mortgagee. */
export async function getLienholders(db: Kysely<DB>, policyId: string): Promise<QuoteLienholder[]> {
  const rows = await executePrepared(
    db,
    db.selectFrom('lienholders').selectAll().where('policy_id', '=', policyId).orderBy('position').limit(10),
  )
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

const isSameText = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** Returns whether two lienholders are the same lender with the same loan. A renamed lender at the same address is the same (BIL-18). */
export const isSameLoan = (a: QuoteLienholder, b: QuoteLienholder) =>
  isSameText(a.loan_number, b.loan_number) &&
  (isSameText(a.name, b.name) || (isSameText(a.addr1, b.addr1) && a.zip === b.zip))

/** Returns the lenders that are no longer on the policy after a change. A corrected address or loan number removes none. */
export const getRemovedLienholders = ({ before, after }: LienholderChange): QuoteLienholder[] =>
  before.filter((one) => {
    const kept = after.find(({ lienholderId }) => lienholderId === one.lienholderId)
    return !(kept && isSameText(kept.name, one.name)) && !after.some((other) => isSameLoan(other, one))
  })

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
