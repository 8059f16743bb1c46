import { sql } from 'kysely'

/**
 * 0 for a dispute `d` that awaits our evidence, 1 for any other. Must be identical to the expression of the index
 * `disputes_in_order`, which finds the former.
 */
export const isDisputeClosed = sql<number>`(d.state not in ('inquiry', 'needsResponse'))::integer`
