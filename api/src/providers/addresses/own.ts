import type { Pool } from 'pg'
import { type Addresses, type AddressSuggestion, inOneLine, MOST_SUGGESTIONS } from './suggestion.ts'

type Row = Omit<AddressSuggestion, 'text' | 'addr2'> & { addr2: string | null }

/** In a LIKE pattern these letters mean something else. */
const literally = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')

/** Suggests addresses that policies already have. */
export const ownAddresses = (pool: Pool): Addresses => ({
  suggest: async ({ prefix, suggestions = MOST_SUGGESTIONS, preferState, state }) => {
    const { rows } = await pool.query<Row>(
      `select addr1, addr2, city, state, zip from (
         select distinct addr1, addr2, city, state, zip from addresses
          where lower(addr1) like $1 and ($2::text is null or state = $2)
          limit 200) as matching
        order by state is distinct from $3, addr1, city, zip limit $4`,
      [
        `${literally(prefix.trim().toLowerCase())}%`,
        state ?? null,
        preferState ?? null,
        Math.min(suggestions, MOST_SUGGESTIONS),
      ],
    )
    return rows.map(({ addr2, ...row }) => {
      const address = addr2 ? { ...row, addr2 } : row
      return { text: inOneLine(address), ...address }
    })
  },
})
