import { sql } from 'kysely'

/** Ids of two policies: records of the first are copied to the second. */
export interface PolicyCopy {
  from: string
  to: string
}

/** SQL table `copy` with the columns `from_id` and `to_id`. */
export const policyCopiesSql = (copies: readonly PolicyCopy[]) =>
  sql`unnest(${copies.map(({ from }) => from)}::uuid[], ${copies.map(({ to }) => to)}::uuid[]) copy (from_id, to_id)`
