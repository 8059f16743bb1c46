/** SQL expressions for the contract's JSON: dollars instead of cents, and timestamps in UTC. */

/**
 * SQL expression: a cents column converted to dollars. The result is exact: PostgreSQL prints a float as the shortest
 * text that identifies it.
 */
export const dollarsSql = (cents: string) => `(${cents})::float8 / 100`

/** Formats a timestamp as ISO 8601 in UTC with a Z, as the contract's `Moment` requires. */
export const timestampSql = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * SQL expression: the change of a cents column since the previous row, in dollars. `t` is the current row, and the
 * window `terms` defines the order.
 */
export const dollarChangeSql = (column: string) =>
  dollarsSql(`coalesce(t.${column}, 0) - coalesce(lag(t.${column}) over terms, 0)`)

/** SQL expressions for all fields of a contract object. The code does not compile if a field is missing or unknown. */
export type FieldExpressions<Shown> = Record<Extract<keyof Shown, string>, string>

/**
 * Returns a select list with contract names for `row_to_json` and `json_agg`: `selectFields<PolicyDetails>({ … })`. The
 * type argument is required: it makes a missing field a compile error.
 */
export const selectFields = <Shown = never>(columns: [Shown] extends [never] ? never : FieldExpressions<Shown>) =>
  Object.entries<string>(columns)
    .map(([name, sql]) => `${sql} as "${name}"`)
    .join(',\n    ')
