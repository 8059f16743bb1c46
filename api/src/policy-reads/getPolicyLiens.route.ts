import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { isBilledToLender } from '../policy/payer.ts'
import { requirePolicy } from '../policy/visibility.ts'

/** Returns the current lienholders of a policy, starting with the first mortgagee. Throws 404. */
export const getPolicyLiens: Handler<'getPolicyLiens'> = async (ctx, { path }) => {
  const { policyId } = await requirePolicy(ctx, path.policyNo)
  const rows = await ctx.db
    .selectFrom('lienholders')
    .selectAll()
    .where('policy_id', '=', policyId)
    .orderBy('position')
    .limit(10)
    .execute()
  const isBilled = await isBilledToLender(ctx.db, policyId)
  const lienholders = rows.map((row) => ({
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
    isBilled: row.position === 1 && isBilled,
  }))
  return ok(lienholders)
}
