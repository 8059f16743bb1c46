import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * Returns an unused policy number for each item of a list of products. A product can be in it more than once (POL-1).
 * Skips the numbers of imported policies.
 */
export async function getNextPolicyNos(trx: Transaction<DB>, productIds: readonly number[]): Promise<string[]> {
  const policyNos: string[] = []
  while (policyNos.length < productIds.length) {
    const missing = productIds.slice(policyNos.length)
    const { rows } = await sql<{ policyNo: string; isTaken: boolean }>`
      select new.policy_no as "policyNo", exists (select from policies p where p.policy_no = new.policy_no) as "isTaken"
      from (select number_prefix || '3' || number_text(nextval('policy_number_seq'), 6) as policy_no, place
        from unnest(${missing}::int[]) with ordinality wanted (product_id, place) join products using (product_id)
        order by place) new
      order by new.place`.execute(trx)
    if (rows.length < missing.length) throw new Error(`One of the products ${missing} does not exist`)
    // After a number that is taken, the remaining numbers would belong to the wrong products.
    const taken = rows.findIndex(({ isTaken }) => isTaken)
    policyNos.push(...rows.slice(0, taken < 0 ? rows.length : taken).map(({ policyNo }) => policyNo))
  }
  return policyNos
}
