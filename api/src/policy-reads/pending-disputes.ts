import { sql } from 'kysely'

/**
 * 0 for a dispute `d` whose bank waits for the house's evidence, 1 for any other; as the index `disputes_in_order` has it, so
 * that those that wait are found by it.
 */
export const isDisputeClosed = sql<number>`(d.state not in ('inquiry', 'needsResponse'))::integer`
