import type { Pool } from 'pg'
import { type Addresses, type AddressSuggestion, inOneLine } from './suggestion.ts'

type Row = Omit<AddressSuggestion, 'text' | 'addr2'> & { addr2: string | null }

/** They are addresses of insureds: who types one finds it, who looks around learns little. */
const FEWEST_TYPED = 5
const MOST_OWN = 3

/** In a LIKE pattern these letters mean something else. */
const literally = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

/** Suggests addresses that policies already have. The text is the very expression of the index `addresses_by_text`. */
export const ownAddresses = (pool: Pool): Addresses => ({
  suggest: async ({ prefix, suggestions = MOST_OWN, preferState, state }) => {
    const typed = prefix.trim().toLowerCase()
    if (typed.length < FEWEST_TYPED) return []
    const { rows } = await pool.query<Row>(
      `with matching as not materialized (
         select addr1, addr2, city, state, zip from addresses
          where lower(addr1 || ', ' || city || ', ' || state || ' ' || zip) like $1 and ($2::text is null or state = $2)
       )
       select * from (
         (select distinct *, 1 as rank from matching where state = $3 order by addr1, city, zip limit $4)
         union all
         (select distinct *, 2 as rank from matching where state is distinct from $3 order by addr1, city, zip limit $4)
       ) as ranked order by rank, addr1, city, zip limit $4`,
      [`${literally(typed)}%`, state ?? null, preferState ?? null, Math.min(suggestions, MOST_OWN)],
    )
    return rows.map(({ addr1, addr2, city, state, zip }) => {
      const address = { addr1, ...(addr2 && { addr2 }), city, state, zip }
      return { text: inOneLine(address), ...address }
    })
  },
})
