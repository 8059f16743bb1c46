import type { Client } from 'pg'

/**
 * Returns the email addresses of the first five demo accounts. Only demo accounts use example.com, a domain reserved by
 * RFC 2606.
 */
export async function getDemoEmails(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(
    "select email from accounts where lower(email) like '%@example.com' order by email limit 5",
  )
  return rows.map((row) => row.email)
}
