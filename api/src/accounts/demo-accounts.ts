import type { Kysely } from 'kysely'
import type { Client } from 'pg'
import type { DB } from '../db/schema.ts'

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

/** Returns whether the database has a demo account. Every demo book has them. */
export async function hasDemoAccounts(db: Kysely<DB>): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select('account_id')
    .where('email', 'ilike', '%@example.com')
    .limit(1)
    .executeTakeFirst()
  return account !== undefined
}
