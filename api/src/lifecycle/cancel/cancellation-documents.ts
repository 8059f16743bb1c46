import { Party } from '@tideline/sdk/words'
import { type Kysely, sql, type Transaction } from 'kysely'
import { formatUsDate } from '../../calendar/format-date.ts'
import type { DB } from '../../db/schema.ts'
import {
  createDocuments,
  type DocumentToCreate,
  withdrawDocuments,
} from '../../documents/create-documents-with-fields.ts'
import { recomputeSignedStatus } from '../../documents/signatures.ts'
import type { Policy } from '../../policy/visibility.ts'
import { type CancellationRequirements, findMissingDocuments } from './cancellation-requirements.ts'
import type { CancelReason } from './reasons.ts'

const cancellationRequestKind = 'cancellationRequest'

/** Creates the cancellation request for the insured and the agent to sign, if the reason requires signatures. */
export async function createCancellationDocuments(
  trx: Transaction<DB>,
  about: {
    policy: Policy
    reason: CancelReason
    policyTransactionId: string
    effectiveDate: string
    authorName: string
    now: Date
  },
): Promise<void> {
  const { policy, reason } = about
  const input = `Policy ${policy.policyNo} is to be cancelled as of ${formatUsDate(about.effectiveDate)} for the reason "${reason.reasonName}".`
  const documents = reason.documents
    .filter(({ purpose }) => purpose === 'sign')
    .map(({ docTypeId, name }) => ({
      kind: cancellationRequestKind,
      docTypeId,
      name,
      slots: [
        { party: Party.insured, kind: 'signature', docText: `Requested by: ${input}` },
        { party: Party.agent, kind: 'signature', docText: `I have forwarded the request. ${input}` },
      ],
    })) satisfies DocumentToCreate[]
  const { policyTransactionId, authorName, now } = about
  const transactionType = `P${reason.reasonCode}`
  await createDocuments(trx, { authorName, now }, [
    { policyId: policy.policyId, policyTransactionId, transactionType, documents },
  ])
  await recomputeSignedStatus(trx, policy.policyId)
}

/**
 * Returns which signatures and documents of the latest cancellation are present (CAN-11). Also works for a completed
 * cancellation.
 */
export async function getCancellationRequirements(
  trx: Transaction<DB> | Kysely<DB>,
  policyId: string,
  reason: CancelReason,
): Promise<CancellationRequirements> {
  const { rows } = await sql<{ party: Party; is_signed: boolean }>`
    select s.party, bool_and(s.signed_at is not null) as is_signed
    from policy_doc_signatures s join policy_docs d using (policy_doc_id)
    where d.policy_id = ${policyId} and d.doc_kind = ${cancellationRequestKind} and d.policy_transaction_id = (
      select t.policy_transaction_id from policy_transactions t join transaction_types y using (transaction_type)
      where t.policy_id = ${policyId} and y.kind = 'pendingCancel' order by t.sequence desc limit 1)
    group by s.party`.execute(trx)
  const signs = (party: Party) => rows.find((row) => row.party === party)
  return {
    insuredMustSign: signs(2) !== undefined,
    insuredHasSigned: signs(2)?.is_signed ?? false,
    agentMustSign: signs(1) !== undefined,
    agentHasSigned: signs(1)?.is_signed ?? false,
    missing: await listMissingDocuments(trx, policyId, reason),
  }
}

/** Returns the documents that a cancellation requires and that are not uploaded to the policy (CAN-11). */
export async function listMissingDocuments(
  trx: Transaction<DB> | Kysely<DB>,
  policyId: string,
  reason: CancelReason,
): Promise<CancellationRequirements['missing']> {
  const uploads = await trx
    .selectFrom('policy_docs')
    .select('doc_type_id')
    .where('policy_id', '=', policyId)
    .where('doc_kind', '=', 'upload')
    .execute()
  return findMissingDocuments(reason.documents, new Set(uploads.map((row) => row.doc_type_id)))
}

/** Returns the documents in the format of the contract. */
export const toMissingDocumentsResponse = (missing: CancellationRequirements['missing']) =>
  missing.map(({ docTypeId, name }) => ({
    docTypeId: docTypeId as 1,
    docType: { type: name },
    isRequired: true,
    isUploaded: false,
  }))

/**
 * Withdraws the documents of a withdrawn cancellation so that nothing is left to sign. Existing signatures stay on
 * file.
 */
export async function withdrawCancellationDocuments(trx: Transaction<DB>, policyId: string): Promise<void> {
  await withdrawDocuments(trx, policyId, cancellationRequestKind)
  await recomputeSignedStatus(trx, policyId)
}
