/** Pieces of the SQL that prints the contract's JSON: cents as dollars, moments in UTC, days as moments. */

/** Dollars of a column in cents. Exact: a float prints the shortest text that is the same number. */
export const money = (cents: string) => `(${cents})::float8 / 100`

/** ISO 8601 in UTC with a Z, as the contract's Moment wants it. */
export const moment = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The first moment of a posting day: these are days in the books and moments on the wire. */
export const dayAsMoment = (column: string) => `${column}::text || 'T00:00:00Z'`

/** By how many dollars the row `t` changed a column of cents, against the row before it in the window `terms`. */
export const delta = (column: string) => money(`coalesce(t.${column}, 0) - coalesce(lag(t.${column}) over terms, 0)`)

/** A select list from pairs of contract name and SQL, for `row_to_json` and `json_agg`. */
export const fields = (columns: Record<string, string>) =>
  Object.entries(columns)
    .map(([name, sql]) => `${sql} as "${name}"`)
    .join(',\n    ')
