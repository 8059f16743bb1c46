import { Party } from '@tideline/sdk/words'
import type { Transaction } from 'kysely'
import { getAgency } from '../agencies/store.ts'
import type { DB } from '../db/schema.ts'
import type { TransactionContext } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import { createLinkToken, getLinkPath } from '../link-tokens/create-link.ts'
import { deepLinkLifetimeMs } from '../link-tokens/link-token.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'
import { enqueueJob } from '../outbox/enqueue-job.ts'
import type { Policy } from '../policy/visibility.ts'
import { addSigningEvents } from './signing-record.ts'

const openDocuments = async (trx: Transaction<DB>, policyId: string, party: Party) => {
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

/**
 * Returns the recipient of the agency's signature request: the account that bound the policy if it is active, otherwise
 * the agency.
 */
async function getAgent(trx: Transaction<DB>, { policyId, agencyId }: Policy) {
  const agency = await getAgency(trx, agencyId)
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

/** Documents that need a signature: the policy's documents or a cancellation request. */
type About = 'policy' | 'cancellation'

/** Terms of a pending cancellation, for the email to a signer (CAN-20). Amounts are in cents. */
export interface CancellationTerms {
  effectiveDate: string
  reason: string
  refundCents: number
  balanceReductionCents: number
  /** Sentences about the refund and its payees, amounts on hold, the balance and processing payments. */
  moneyWords: string
  otherSigner: string
}

/**
 * Returns the party's signing link. The insured's link requires phone number and ZIP code and opens the signing or
 * cancellation page. The agent's link requires a log-in and opens the policy's documents.
 */
async function createSigningLink(ctx: TransactionContext, policy: Policy, party: Party, about: About) {
  const home = getPublicUrl(ctx.config)
  if (party === Party.agent) {
    const wizard = `/agent/policy/${policy.policyNo}/policy-wizard`
    const expiresAt = new Date(ctx.now.getTime() + deepLinkLifetimeMs)
    return { link: `${home}/login?redirect=${encodeURIComponent(wizard)}`, expiresAt }
  }
  const { policyNo, identityId, email } = policy
  const purpose = about === 'cancellation' ? 'cancel' : 'new'
  const { token, expiresAt } = await createLinkToken(ctx, {
    kind: 'deeplink',
    purpose,
    policyNo,
    identityId,
    emailedTo: email,
  })
  return { link: `${home}${getLinkPath(purpose, token)}`, expiresAt }
}

/**
 * Emails a signing link to the party that still has to sign, and records this in the signing record. With
 * `cancellation`, requests a signature for the cancellation instead of the policy's documents. Does nothing if the
 * agency has no email address; its agents see the task on the policy.
 */
export async function requestOtherPartySignature(
  ctx: TransactionContext,
  policy: Policy,
  party: Party,
  cancellation?: CancellationTerms,
): Promise<void> {
  const { policyId, policyNo, insuredName } = policy
  const insured = { to: policy.email, firstName: policy.firstName || insuredName, name: insuredName }
  const person = party === Party.insured ? insured : await getAgent(ctx.db, policy)
  if (!person) return
  const { link, expiresAt } = await createSigningLink(ctx, policy, party, cancellation ? 'cancellation' : 'policy')
  const values = {
    ...{ firstName: person.firstName, policyNo, address: policy.addressLine, link },
    documents: await openDocuments(ctx.db, policyId, party),
    expiresAt: expiresAt.toISOString(),
  }
  const mail = { to: person.to, toName: person.name, policyId }
  const isAgent = party === Party.agent
  if (!cancellation)
    await (isAgent
      ? enqueueEmail(ctx.db, { ...mail, template: 'agency-signature-request', values: { ...values, insuredName } })
      : enqueueEmail(ctx.db, { ...mail, template: 'signature-request', values }))
  else {
    const all = { ...values, ...cancellation }
    await (isAgent
      ? enqueueEmail(ctx.db, { ...mail, template: 'agency-cancellation-request', values: { ...all, insuredName } })
      : enqueueEmail(ctx.db, { ...mail, template: 'cancellation-request', values: all }))
  }
  await addSigningEvents(ctx, [{ policyId, party, event: 'sent', name: person.name }])
}

export interface SignedDocuments {
  policy: Policy
  /** Party that signed. */
  party: Party
  /** Whether this party has signed everything and the other party must still sign. */
  isOthersTurn: boolean
}

/** Returns whether a signature request was emailed to the party after the cancellation was requested. */
export async function wasEmailedSince(
  ctx: TransactionContext,
  policyId: string,
  party: Party,
  since: Date,
): Promise<boolean> {
  const event = await ctx.db
    .selectFrom('signing_events')
    .select('signing_event_id')
    .where('policy_id', '=', policyId)
    .where('party', '=', party)
    .where('event', '=', 'sent')
    .where('occurred_at', '>=', since)
    .executeTakeFirst()
  return event !== undefined
}

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'request-cancellation-signature': { policyNo: string; party: Party }
  }
}

/** Requests the other party's signature if one party has signed everything. */
export async function requestSecondPartySignature(
  ctx: TransactionContext,
  { policy, party, isOthersTurn }: SignedDocuments,
): Promise<void> {
  if (!isOthersTurn) return
  const other = party === Party.agent ? Party.insured : Party.agent
  if (!policy.pendingCancelAt) return requestOtherPartySignature(ctx, policy, other)
  // The terms of a cancellation are described by an area that depends on this one.
  await enqueueJob(ctx.db, 'request-cancellation-signature', { policyNo: policy.policyNo, party: other })
}
