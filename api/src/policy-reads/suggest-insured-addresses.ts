import { sql } from 'kysely'
import type { Ctx } from '../http/context.ts'
import { createVisibilityCondition } from '../policy/visibility.ts'
import { type AddressQuery, type AddressSuggestion, formatAddressLine } from '../providers/addresses/suggestion.ts'

type Row = Omit<AddressSuggestion, 'text' | 'addr2'> & { addr2: string | null }

const minPrefixLength = 5
const maxOwnSuggestions = 3

/** Escapes the characters that have a special meaning in a LIKE pattern. */
const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

/**
 * Suggests insured addresses of policies that the caller may see. Addresses in the preferred state come first. The SQL
 * text must be identical to the expression of the index `addresses_by_text`.
 */
export async function suggestInsuredAddresses(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  { prefix, suggestions = maxOwnSuggestions, preferState, state }: AddressQuery,
): Promise<AddressSuggestion[]> {
  const typed = prefix.trim().toLowerCase()
  if (typed.length < minPrefixLength) return []
  const { rows } = await sql<Row>`
    select addr1, addr2, city, state, zip from addresses a
    where lower(addr1 || ', ' || city || ', ' || state || ' ' || zip) like ${`${escapeLike(typed)}%`}
      and (${state ?? null}::text is null or state = ${state ?? null})
      and exists (select from policies p where p.address_id = a.address_id and ${createVisibilityCondition(ctx.actor)})
    group by addr1, addr2, city, state, zip
    order by (state is not distinct from ${preferState ?? null}) desc, addr1, city, zip
    limit ${Math.min(suggestions, maxOwnSuggestions)}`.execute(ctx.db)
  return rows.map(({ addr1, addr2, city, state, zip }) => {
    const address = { addr1, ...(addr2 && { addr2 }), city, state, zip }
    return { text: formatAddressLine(address), ...address }
  })
}
