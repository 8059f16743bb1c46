import { policyConfirmationStatement } from '@tideline/api/policy-reads/confirmation.ts'
import pg from 'pg'

/**
 * The query that the baseline servers run. It is the SQL of the API, without authentication, access checks, validation
 * and logging.
 */
export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

export async function confirmation(policyNo: string): Promise<string> {
  const values = [policyNo, 'staff', null, new Date()]
  const { rows } = await pool.query<{ json: string; payments: unknown[] }>({ ...policyConfirmationStatement, values })
  const [row] = rows
  return row ? `${row.json.slice(0, -1)},"payments":${JSON.stringify(row.payments)}}` : '{}'
}
