import { sql } from 'kysely'

/**
 * SQL expression: 0 if the dispute `d` awaits our evidence, otherwise 1. Must be identical to the expression of the
 * index `disputes_in_order`.
 */
export const disputeSortRankSql = sql<number>`(d.state not in ('inquiry', 'needsResponse'))::integer`
