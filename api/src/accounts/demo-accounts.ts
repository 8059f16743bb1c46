import type { Client } from 'pg'

/**
 * Returns the email addresses of the first five demo accounts. Demo accounts are the only accounts with the domain
 * example.com, which RFC 2606 reserves.
 */
export async function getDemoEmails(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(
    "select email from accounts where lower(email) like '%@example.com' order by email limit 5",
  )
  return rows.map((row) => row.email)
}
