import { requireIdentifiedInsured } from '../accounts/identification.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import type { Operations } from '../generated/operations.ts'
import { createForbiddenError, createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, getActorName, getSigningParty } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { staffCannotSignRule } from '../policy/can/signing.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { signingConsent } from './consent.ts'
import { addSigningEvents, getIdentificationMethod, type SigningRecordEntry } from './signing-record.ts'

type Request = NonNullable<Operations['recordSigningEvent']['body']>

/** Throws 422 if a required field of the step is missing. */
function requireParts(request: Request) {
  if (request.event === 'viewed' && !request.policyDocId)
    throw createUnprocessableError(
      'missing_document',
      'policyDocId: enter the document that was viewed.',
      'policyDocId',
    )
  if (request.event === 'consented' && request.consentVersion !== signingConsent.version)
    throw createUnprocessableError(
      'consent_outdated',
      'consentVersion: the consent text has changed. Please read it again.',
      'consentVersion',
    )
  if (request.event === 'declined' && !request.reason?.trim())
    throw createUnprocessableError('missing_reason', 'reason: enter why you decline.', 'reason')
}

/**
 * Adds a signer's step to the signing record: opened, consented, viewed or declined.
 * @throws {ApiError} 403 if the caller may not perform the step; 404 if the policy is not visible to the caller; 422 if
 * a required field is missing
 */
export async function saveSigningEvent(outer: Ctx, request: Request): Promise<SigningRecordEntry> {
  return runInTransaction(outer, async (caller) => {
    const policy = await requirePolicy(caller, request.policyNo)
    const { policyId, policyNo } = policy
    // Any session may view documents. Consenting and declining bind the insured and therefore require identification
    // (SIGN-4).
    const isBinding = request.event === 'consented' || request.event === 'declined'
    const ctx = isBinding ? await requireIdentifiedInsured(caller, policy) : caller
    const party = getSigningParty(ctx.actor)
    if (!party) throw createForbiddenError(staffCannotSignRule.reason)
    requireParts(request)
    const { event, policyDocId, consentVersion, reason } = request
    const document = policyDocId
      ? await ctx.db
          .selectFrom('policy_docs')
          .select('doc_name')
          .where('policy_doc_id', '=', policyDocId)
          .where('policy_id', '=', policyId)
          .executeTakeFirst()
      : null
    if (document === undefined)
      throw createUnprocessableError(
        'unknown_document',
        'policyDocId: this policy has no such document.',
        'policyDocId',
      )
    const [signingEventId = ''] = await addSigningEvents(ctx, [
      {
        policyId,
        party,
        event: event === 'viewed' ? 'opened' : event,
        ...(policyDocId ? { policyDocId } : {}),
        details: { ...(consentVersion ? { consentVersion } : {}), ...(reason ? { reason } : {}) },
      },
    ])
    if (event === 'declined')
      await writeAuditEntry(ctx, {
        action: 'documents.decline',
        entity: 'policy',
        entityId: policyNo,
        policyId,
        details: { party, reason },
      })
    return {
      signingEventId,
      event,
      party,
      policyDocId: policyDocId ?? null,
      docName: document?.doc_name ?? null,
      name: getActorName(ctx.actor),
      at: ctx.now.toISOString(),
      identifiedBy: getIdentificationMethod(ctx.actor),
      ipAddress: ctx.ip,
      userAgent: ctx.userAgent,
      consentVersion: consentVersion ?? null,
      reason: reason ?? null,
      sha256Before: null,
      sha256After: null,
    }
  })
}
