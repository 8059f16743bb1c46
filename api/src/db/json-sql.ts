/** Pieces of the SQL that prints the contract's JSON: cents as dollars, moments in UTC. */

/** Dollars of a column in cents. Exact: a float prints the shortest text that is the same number. */
export const money = (cents: string) => `(${cents})::float8 / 100`

/** ISO 8601 in UTC with a Z, as the contract's Moment wants it. */
export const moment = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** By how many dollars the row `t` changed a column of cents, against the row before it in the window `terms`. */
export const delta = (column: string) => money(`coalesce(t.${column}, 0) - coalesce(lag(t.${column}) over terms, 0)`)

/** SQL for every field of a contract's object: leave one out, or name one that is not there, and it does not compile. */
export type FieldsOf<Shown> = Record<Extract<keyof Shown, string>, string>

/**
 * A select list of contract names with their SQL, for `row_to_json` and `json_agg`: `fields<PolicyDetails>({ … })`. Without
 * the type of what is shown it does not compile, for then nothing could be missed.
 */
export const fields = <Shown = never>(columns: [Shown] extends [never] ? never : FieldsOf<Shown>) =>
  Object.entries<string>(columns)
    .map(([name, sql]) => `${sql} as "${name}"`)
    .join(',\n    ')
