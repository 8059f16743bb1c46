import type { Transaction } from 'kysely'
import { agencyOf } from '../agencies/store.ts'
import type { DB } from '../db/schema.ts'
import type { TrxCtx } from '../http/context.ts'
import { publicUrlOf } from '../http/public-url.ts'
import { deepLinkMs } from '../link-tokens/link-token.ts'
import { makeLinkToken, wayIn } from '../link-tokens/make-link.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import type { Policy } from '../policy/visibility.ts'
import { addEvents } from './trail.ts'

const openDocuments = async (trx: Transaction<DB>, policyId: string, party: 1 | 2) => {
  const rows = await trx
    .selectFrom('policy_docs as d')
    .select('d.doc_name')
    .where('d.policy_id', '=', policyId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('policy_doc_signatures as s')
          .select('s.party')
          .whereRef('s.policy_doc_id', '=', 'd.policy_doc_id')
          .where('s.party', '=', party)
          .where('s.signed_at', 'is', null),
      ),
    )
    .orderBy('d.created_at')
    .execute()
  return rows.map((row) => row.doc_name).join(', ')
}

/** Who signs for the agency: the account that bound the policy, else the agency's own address. */
async function agentOf(trx: Transaction<DB>, { policyId, agencyId }: Policy) {
  const agency = await agencyOf(trx, agencyId)
  const binder = await trx
    .selectFrom('policies as p')
    .innerJoin('accounts as c', 'c.account_id', 'p.bound_by_account_id')
    .select(['c.email', 'c.first_name', 'c.last_name'])
    .where('p.policy_id', '=', policyId)
    .where('c.is_active', '=', true)
    .executeTakeFirst()
  if (!binder) return agency.email && { to: agency.email, firstName: agency.company, name: agency.company }
  const { email, first_name, last_name } = binder
  return { to: email, firstName: first_name || agency.company, name: `${first_name} ${last_name}`.trim() }
}

/** What the open documents are about: the policy's own papers, or the request to cancel it. */
type About = 'policy' | 'cancellation'

/** What somebody does who is asked to sign a cancellation that is not to be. */
const otherwise = {
  1: 'If the policy is not to be cancelled, sign nothing and speak to the insured.',
  2: 'If you do not want to cancel, sign nothing and call your agent.',
} as const

const templates = { policy: 'signature-request', cancellation: 'cancellation-request' } as const

/**
 * The insured's link signs them in after phone and zip, where they sign or where they cancel; the agent's
 * leads to the log-in and on to the documents.
 */
async function linkFor(ctx: TrxCtx, policy: Policy, party: 1 | 2, about: About) {
  const home = publicUrlOf(ctx.config)
  if (party === 1) {
    const wizard = `/agent/policy/${policy.policyNo}/policy-wizard`
    const expiresAt = new Date(ctx.now.getTime() + deepLinkMs)
    return { link: `${home}/login?redirect=${encodeURIComponent(wizard)}`, expiresAt }
  }
  const { policyNo, identityId, email } = policy
  const purpose = about === 'cancellation' ? 'cancel' : 'new'
  const { token, expiresAt } = await makeLinkToken(ctx, {
    kind: 'deeplink',
    purpose,
    policyNo,
    identityId,
    mailedTo: email,
  })
  return { link: `${home}${wayIn(purpose, token)}`, expiresAt }
}

/**
 * Mails the party that has not signed yet that it is its turn, with a link that leads there, and writes that down in the
 * trail. An agency without any address gets no mail: its agents see the open task on the policy.
 */
export async function askOtherParty(ctx: TrxCtx, policy: Policy, party: 1 | 2, about: About): Promise<void> {
  const { policyId, policyNo } = policy
  const insured = { to: policy.email, firstName: policy.firstName || policy.insuredName, name: policy.insuredName }
  const person = party === 2 ? insured : await agentOf(ctx.db, policy)
  if (!person) return
  const { link, expiresAt } = await linkFor(ctx, policy, party, about)
  await queueMail(ctx.db, {
    to: person.to,
    toName: person.name,
    policyId,
    template: templates[about],
    values: {
      firstName: person.firstName,
      policyNo,
      address: policy.addressLine,
      documents: await openDocuments(ctx.db, policyId, party),
      otherwise: otherwise[party],
      link,
      expiresAt: expiresAt.toISOString(),
    },
  })
  await addEvents(ctx, [{ policyId, party, event: 'sent', name: person.name }])
}

export interface DocumentsSigned {
  policy: Policy
  /** Who signed. */
  party: 1 | 2
  /** They have signed all that is theirs, and the other party has something left. */
  isOthersTurn: boolean
}

/** Asks the other party once one has signed all that is its own. */
export async function askNext(ctx: TrxCtx, { policy, party, isOthersTurn }: DocumentsSigned): Promise<void> {
  if (isOthersTurn)
    await askOtherParty(ctx, policy, party === 1 ? 2 : 1, policy.isPendingCancel ? 'cancellation' : 'policy')
}
