import type { Ctx } from '../http/context.ts'
import { requirePolicy } from '../policy/visibility.ts'

/** The lienholders of a policy as they stand, the first mortgagee first. Throws 404. */
export async function readLienholders(ctx: Ctx, policyNo: string) {
  const { policyId } = await requirePolicy(ctx, policyNo)
  const rows = await ctx.db
    .selectFrom('lienholders')
    .selectAll()
    .where('policy_id', '=', policyId)
    .orderBy('position')
    .limit(10)
    .execute()
  const latest = await ctx.db
    .selectFrom('policy_transactions')
    .select('bill_initially')
    .where('policy_id', '=', policyId)
    .orderBy('post_date', 'desc')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return rows.map((row) => ({
    lienholderId: row.lienholder_id,
    position: row.position,
    name1: row.name1,
    name2: row.name2,
    mortgageClause: row.mortgage_clause,
    addr1: row.addr1 ?? '',
    addr2: row.addr2,
    city: row.city ?? '',
    state: row.state ?? '',
    zip: row.zip ?? '',
    reference: row.reference,
    // Only the first mortgagee is billed.
    isBilled: row.position === 1 && latest?.bill_initially === 'Mortgage lienholder',
  }))
}
