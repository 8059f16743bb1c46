import { sql } from 'kysely'
import { dollarsSql, selectFields } from '../db/json-sql.ts'
import type { Operations } from '../generated/operations.ts'
import type { Ctx } from '../http/context.ts'
import { buildPolicyStatusSql } from '../policy/status.ts'
import { createVisibilityCondition, requirePolicy } from '../policy/visibility.ts'
import { getTermStatus } from './term-status.ts'

type Page = Operations['getPolicyHistory']['response']['payload']

type Term = Page['policies'][number]

const state = buildPolicyStatusSql('p', 'clock.now')

const historyFields = sql.raw(
  selectFields<Omit<Term, 'status'> & { today: string }>({
    today: state.today,
    id: 'p.policy_id',
    policyNo: 'p.policy_no',
    productId: 'p.product_id',
    inceptionDate: 'p.inception_date',
    originalPostDate: 'p.original_post_date',
    totalPremium: dollarsSql('p.total_premium_cents'),
    isExpired: state.isExpired,
    isCancelled: state.isCancelled,
    address: 'p.address_line',
    termsAtAddress: 'count(*) over (partition by p.address_line)',
    insuredName: 'p.insured_name',
  }),
)

/**
 * Returns the visible terms of the policy's insured, grouped by address and newest first (POL-5). Throws 404.
 */
export async function readPolicyHistory(ctx: Ctx, policyNo: string, take: number, skip: number): Promise<Page> {
  const policy = await requirePolicy(ctx, policyNo)
  const { rows } = await sql<Omit<Term, 'status'> & { today: string; total: number }>`
    select ${historyFields}, count(*) over () as total
    from policies p cross join (select ${ctx.now}::timestamptz as now) clock
    where p.identity_id = ${policy.identityId} and ${createVisibilityCondition(ctx.actor)}
    order by max(p.inception_date) over (partition by p.address_line) desc, p.address_line,
      p.inception_date desc, p.policy_no desc
    limit ${take} offset ${skip}`.execute(ctx.db)
  const policies = rows.map(({ total: _, today, ...term }) => ({ ...term, status: getTermStatus(term, today) }))
  if (rows.length > 0 || skip === 0) return { policies, resultCount: rows[0]?.total ?? 0 }
  // A page past the end has no rows and therefore no total.
  const first = await readPolicyHistory(ctx, policyNo, 1, 0)
  return { policies, resultCount: first.resultCount }
}
