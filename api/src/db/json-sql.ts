/** SQL expressions for the contract's JSON: cents as dollars, timestamps in UTC. */

/**
 * SQL for a cents column in dollars. The result is exact because PostgreSQL prints a float as the shortest text that
 * identifies it.
 */
export const dollarsSql = (cents: string) => `(${cents})::float8 / 100`

/** Formats a timestamp as ISO 8601 in UTC with a Z, as the contract's `Moment` requires. */
export const timestampSql = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL for the difference in dollars between the row `t` and the previous row in the window named `terms`. */
export const dollarChangeSql = (column: string) =>
  dollarsSql(`coalesce(t.${column}, 0) - coalesce(lag(t.${column}) over terms, 0)`)

/** SQL for every field of a contract object. If a field is missing or unknown, the code does not compile. */
export type FieldExpressions<Shown> = Record<Extract<keyof Shown, string>, string>

/**
 * Returns a select list with contract names for `row_to_json` and `json_agg`: `selectFields<PolicyDetails>({ … })`. The
 * type argument is required because it makes a missing field a compile error.
 */
export const selectFields = <Shown = never>(columns: [Shown] extends [never] ? never : FieldExpressions<Shown>) =>
  Object.entries<string>(columns)
    .map(([name, sql]) => `${sql} as "${name}"`)
    .join(',\n    ')
