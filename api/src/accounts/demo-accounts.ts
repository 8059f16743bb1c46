import type { Client } from 'pg'

/** Email addresses of the first five demo accounts. Nobody real has one under example.com (RFC 2606), where all of them are. */
export async function demoAccountsIn(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(
    "select email from accounts where lower(email) like '%@example.com' order by email limit 5",
  )
  return rows.map((row) => row.email)
}
