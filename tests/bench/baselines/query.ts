import { confirmationStatement } from '@tideline/api/policy-reads/confirmation.ts'
import pg from 'pg'

/** What the bare servers run: the very statement of the API, without log-in, ownership, validation or log. */
export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

export async function confirmation(policyNo: string): Promise<string> {
  const values = [policyNo, 'staff', null, new Date(), true]
  const { rows } = await pool.query<{ json: string }>({ ...confirmationStatement, values })
  return rows[0]?.json ?? '{}'
}
