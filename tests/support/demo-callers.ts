import type { createDemoApi } from '@tideline/api/testing/demo-api.ts'
import type { Call } from './contract.ts'

/** Returns an access token for each account of the demo book by name, such as `agent`, and for the policyholder `insured`. */
export async function createDemoTokens({
  db,
  tokenFor,
}: Awaited<ReturnType<typeof createDemoApi>>): Promise<Map<string, string>> {
  const tokens = new Map<string, string>()
  const accounts = await db.selectFrom('accounts').select(['account_id', 'email']).execute()
  const { identity_id: identityId } = await db
    .selectFrom('policyholder_identities')
    .select('identity_id')
    .where('email', '=', 'marina.sample@example.com')
    .executeTakeFirstOrThrow()
  for (const { account_id: accountId, email } of accounts)
    tokens.set(email.replace('@example.com', ''), await tokenFor({ accountId }))
  tokens.set('insured', await tokenFor({ identityId }))
  return tokens
}

/**
 * Returns the default caller of an operation: the policyholder if only policyholders can call it, otherwise an agent if
 * agents can call it, otherwise staff with the required role. Returns undefined for public operations.
 */
export function getDefaultCaller({ 'x-access': { who, roles = [] } }: Call): string | undefined {
  if (who.includes('anyone')) return undefined
  if (!who.includes('staff')) return who.includes('agent') ? 'agent' : 'insured'
  // Agents in the demo book have no roles, so operations that require one are called as staff.
  if (who.includes('agent') && !roles[0]) return 'agent'
  const staffByRole: Record<string, string> = { financeadmin: 'finance', commissionAdmin: 'commission' }
  return roles.includes('superuser') || !roles[0] ? 'superuser' : (staffByRole[roles[0]] ?? 'internal')
}
