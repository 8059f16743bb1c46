import { Party } from '@tideline/sdk/words'
import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { type PastSigner, recordPastSignatures } from '../signing/past-signatures.ts'
import type { DemoActors } from './actors.ts'

type PartyName = keyof typeof Party

export interface SignedPolicy {
  policyId: string
  identityId: string
  insuredName: string
  producerName: string
}

/**
 * Signs all open documents for the given parties at a time in the past. Files are rendered when they are first opened.
 */
export async function signAllDocuments(
  db: Transaction<DB>,
  { policyId, identityId, insuredName, producerName }: SignedPolicy,
  at: Date,
  parties: readonly PartyName[],
  agent?: { name: string; accountId: string },
): Promise<void> {
  const signers: Record<PartyName, PastSigner> = {
    agent: {
      ...{ party: Party.agent, name: agent?.name ?? producerName, identifiedBy: 'account' },
      ...(agent && { accountId: agent.accountId }),
    },
    insured: { party: Party.insured, name: insuredName, identityId, identifiedBy: 'mailbox' },
  }
  if (parties.length) await recordPastSignatures(db, { policyId, at, signers: parties.map((party) => signers[party]) })
}

/** Signs all open documents for the agent of the policy's agency, then for the insured. */
export async function signForBothParties(
  db: Transaction<DB>,
  actors: DemoActors,
  policyNo: string,
  at: Date,
): Promise<void> {
  const { agencyNo, ...policy } = await db
    .selectFrom('policies')
    .select(['policy_id as policyId', 'identity_id as identityId', 'insured_name as insuredName'])
    .select(['producer_name as producerName', 'agency_no as agencyNo'])
    .where('policy_no', '=', policyNo)
    .executeTakeFirstOrThrow()
  await signAllDocuments(db, policy, at, ['agent', 'insured'], actors.agents.get(agencyNo))
}
