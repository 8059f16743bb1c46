import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { recordPastSignatures } from '../signing/past-signatures.ts'
import type { Cast } from './cast.ts'

type Party = 'agent' | 'insured'

/** Lets parties sign all that waits for them, at a moment of the past; the files are made when somebody opens them. */
export async function signAll(
  db: Transaction<DB>,
  policyNo: string,
  at: Date,
  parties: readonly Party[],
  agents?: Cast['agents'],
): Promise<void> {
  const policy = await db
    .selectFrom('policies')
    .select(['policy_id', 'identity_id', 'insured_name', 'producer_name', 'agency_no'])
    .where('policy_no', '=', policyNo)
    .executeTakeFirstOrThrow()
  const agent = agents?.get(policy.agency_no)
  const as = {
    agent: { party: 1, name: agent?.name ?? policy.producer_name, ...(agent && { accountId: agent.accountId }) },
    insured: { party: 2, name: policy.insured_name, identityId: policy.identity_id },
  } as const
  for (const party of parties) await recordPastSignatures(db, { policyId: policy.policy_id, at, ...as[party] })
}

export const signBoth = (db: Transaction<DB>, cast: Cast, policyNo: string, at: Date) =>
  signAll(db, policyNo, at, ['agent', 'insured'], cast.agents)
