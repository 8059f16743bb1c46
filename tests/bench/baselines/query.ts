import { policyConfirmationStatement } from '@tideline/api/policy-reads/confirmation.ts'
import pg from 'pg'

/** Query that the baseline servers run: the API's SQL without authentication, access checks, validation, or logging. */
export const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.BASELINE_POOL ?? 10),
})

export async function confirmation(policyNo: string): Promise<string> {
  const values = [policyNo, 'staff', null, new Date()]
  const { rows } = await pool.query<{ json: string; payments: unknown[] }>({ ...policyConfirmationStatement, values })
  const [row] = rows
  return row ? `${row.json.slice(0, -1)},"payments":${JSON.stringify(row.payments)}}` : '{}'
}
