import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { escapeLikePattern } from '../http/collection.ts'
import { toDollars } from '../http/money.ts'
import type { LockboxItem, LockboxItemRow } from './item.ts'
import { findPolicyNumbers, findSimilarPolicyNumbers } from './policy-numbers.ts'

type Suggestion = LockboxItem['suggestions'][number]

interface Row {
  itemId: string
  policyNo: string
  insuredName: string
  dueCents: number
  score: number
  reason: string
}

const atMost = 5

/**
 * Returns a `like` pattern for a reference that resembles an address: the house number and the start of the street.
 * Returns an empty string for other references.
 */
const getAddressPattern = (reference: string) => {
  const address = reference
    .toLowerCase()
    .match(/\b\d{1,6} [a-z0-9][a-z0-9 .'-]{3,}/)?.[0]
    .trim()
  return address ? `${escapeLikePattern(address)}%` : ''
}

/**
 * Returns the policies that may match open checks, best match first, each with the reason for the match. A policy ranks
 * higher if its amount due equals the check amount (LBX-4). Uses one query for all items.
 */
export async function suggestPolicies(db: Kysely<DB>, items: LockboxItemRow[]): Promise<Map<string, Suggestion[]>> {
  if (items.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select i.id as "itemId", p.policy_no as "policyNo", p.insured_name as "insuredName",
      coalesce(b.due_cents, 0) as "dueCents", s.score, s.reason
    from unnest(${items.map((item) => item.lockbox_item_id)}::uuid[], ${items.map((item) => (item.reference ?? '').trim())}::text[],
      ${items.map((item) => (item.remitter_name ?? '').trim())}::text[], ${items.map((item) => item.amount_cents)}::bigint[],
      ${items.map((item) => findPolicyNumbers(item.reference ?? '').join(' '))}::text[], ${items.map((item) => findSimilarPolicyNumbers(item.reference ?? '').join(' '))}::text[],
      ${items.map((item) => getAddressPattern(item.reference ?? ''))}::text[]
    ) as i (id, reference, payer, cents, named, near, place)
    cross join lateral (
      select policy_id, max(score) as score, (array_agg(reason order by score desc))[1] as reason from (
        (select policy_id, 1.0 as score, case when cancelled_at is null then 'The reference contains the policy number.'
            else 'The reference contains the policy number, but the policy is cancelled.' end as reason from policies
          where policy_no = any(string_to_array(i.named, ' ')))
        union all (select n.policy_id, case when d.due_cents = i.cents then 0.85 else 0.55 end,
            case when d.due_cents = i.cents then 'The policy number is similar to the reference, and the amount equals the amount due.'
              else 'The policy number is similar to the reference.' end
          from policies n left join policy_balances d using (policy_id)
          where n.policy_no = any(string_to_array(i.near, ' '))
          order by d.due_cents = i.cents desc nulls last, n.policy_no limit ${atMost})
        union all (select policy_id, 0.95, 'The reference is the loan number of a lienholder on the policy.' from lienholders
          where reference = i.reference and i.reference <> '' limit ${atMost})
        union all (select policy_id, 0.9, 'The reference is the policy’s quote number.' from policies
          where quote_number = upper(i.reference) and i.reference <> '' limit ${atMost})
        union all (select policy_id, 0.6, 'The policy number starts with the reference.' from policies
          where i.reference ~ '^[A-Za-z]{3}3[0-9]{3,8}$' and policy_no like upper(i.reference) || '%'
          order by policy_no limit ${atMost})
        union all (select n.policy_id, case when d.due_cents = i.cents then 0.75 else 0.45 end,
            case when d.due_cents = i.cents then 'The reference is the address of the insured property, and the amount equals the amount due.'
              else 'The reference is the address of the insured property.' end
          from policies n left join policy_balances d using (policy_id)
          where i.place <> '' and lower(n.address_line) like i.place and n.cancelled_at is null
          order by d.due_cents = i.cents desc nulls last, n.policy_no limit ${atMost})
        union all (select n.policy_id, case when d.due_cents = i.cents then 0.8 else 0.5 end,
            case when d.due_cents = i.cents then 'The payer is the insured, and the amount equals the amount due.'
              else 'The payer is the insured.' end
          from policies n join policy_balances d using (policy_id)
          where i.payer <> '' and lower(n.insured_name) like replace(replace(lower(i.payer), '\\', '\\\\'), '%', '\\%')
            and d.due_cents > 0 and n.cancelled_at is null
          order by abs(d.due_cents - i.cents) limit ${atMost})
      ) found group by policy_id order by score desc limit ${atMost}
    ) s
    join policies p using (policy_id)
    left join policy_balances b using (policy_id)
    order by s.score desc, abs(coalesce(b.due_cents, 0) - i.cents), p.policy_no`.execute(db)
  const byItem = new Map<string, Suggestion[]>()
  for (const { itemId, dueCents, score, ...row } of rows)
    byItem.set(itemId, [...(byItem.get(itemId) ?? []), { ...row, score: Number(score), totalDue: toDollars(dueCents) }])
  return byItem
}
