import { type Kysely, sql } from 'kysely'
import { formatUsDate } from '../calendar/format-date.ts'
import type { DB } from '../db/schema.ts'
import type { ImportRow } from './columns.ts'

const getAddressLine = ({ addr1, addr2, city, state, zip }: ImportRow) =>
  `${addr1}${addr2 ? ` ${addr2}` : ''}, ${city}, ${state} ${zip}`.toLowerCase()

/** Returns a key for a property, inception date and product. Two policies cannot have the same key. */
export const getPropertyKey = (row: ImportRow) => `${getAddressLine(row)}|${row.inceptionDate}|${row.productId}`

/** Returns the message for a property that already has a policy with this product and inception date. */
export const getAlreadyInsuredMessage = (policyNo: string, inceptionDate: string) =>
  `addr1: policy ${policyNo} covers this property from ${formatUsDate(inceptionDate)}.`

/** Returns the policies that already insure the properties of the rows, as policy numbers by `getPropertyKey`. */
export async function findInsuredProperties(db: Kysely<DB>, rows: readonly ImportRow[]): Promise<Map<string, string>> {
  const found = await sql<{ key: string; policyNo: string }>`
    select concat_ws('|', given.line, given.day, given.product) as key, p.policy_no as "policyNo"
    from unnest(${rows.map(getAddressLine)}::text[], ${rows.map((row) => row.inceptionDate)}::text[],
      ${rows.map((row) => row.productId)}::int[]) as given (line, day, product)
    join policies p on lower(p.address_line) = given.line and p.inception_date = given.day::date
      and p.product_id = given.product and p.cancelled_at is null`.execute(db)
  return new Map(found.rows.map(({ key, policyNo }) => [key, policyNo]))
}
