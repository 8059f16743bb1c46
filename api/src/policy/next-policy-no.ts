import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

/** Returns the next unused policy number of the product (POL-1). Skips the numbers of imported policies. */
export async function getNextPolicyNo(trx: Transaction<DB>, productId: number): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ policy_no: string; is_taken: boolean }>`
      select made.policy_no, exists (select from policies p where p.policy_no = made.policy_no) as is_taken
      from (select number_prefix || '3' || number_text(nextval('policy_number_seq'), 6) as policy_no
        from products where product_id = ${productId}) made`.execute(trx)
    const [made] = rows
    if (!made) throw new Error(`There is no product ${productId}`)
    if (!made.is_taken) return made.policy_no
  }
}
