import { sql } from 'kysely'
import { requireIdentifiedInsured } from '../../accounts/identification.ts'
import { writeAuditEntry } from '../../audit/audit.ts'
import { dayMs } from '../../calendar/days.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { addWeekdays } from '../../calendar/weekdays.ts'
import { recordStoredFile } from '../../documents/document-file.ts'
import { createConflictError, createForbiddenError, createUnprocessableError } from '../../http/api-error.ts'
import type { Ctx, TransactionContext } from '../../http/context.ts'
import type { OperationInput } from '../../http/operation.ts'
import { publishEvent } from '../../outbox/domain-event.ts'
import { changePolicy, changePolicyAsSystem, checkPolicyAction } from '../../policy/change-policy.ts'
import { readTerm } from '../../policy/read-term.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import { readSettings } from '../../settings/settings.ts'
import { requireValidApplication } from '../check-application.ts'
import { getLienholders, hasSameLienholders } from '../lienholders.ts'
import { getInitialApplication } from '../quote.ts'
import { findRenewalChange, requireValidRenewalChange } from '../renewal-change.ts'
import { closeMortgageeChange } from './close.ts'
import { mortgageeChangeRequestedEvent } from './events.ts'
import {
  findOpenMortgageeChange,
  listMortgageeChanges,
  type MortgageeChange,
  type MortgageeChangeRow,
  type Proof,
  type QuoteLienholder,
  toMortgageeChangeResponse,
} from './mortgagee-change.ts'
import { type StoredProof, storeProofs } from './proof.ts'

type Upload = OperationInput<'requestMortgageeChange'>['body']

/** Maximum number of requests per policy in `limitDays` days, which limits the work queue (POL-19). */
const maxRequests = 5
const limitDays = 30
/** Maximum number of lienholders of a policy, defined by the contract. */
const maxLienholders = 10

const toLienholder = (upload: Upload, lienholderId: string | null): QuoteLienholder => ({
  lienholderId,
  name: upload.name?.trim() ?? '',
  addr1: upload.addr1?.trim() ?? '',
  addr2: upload.addr2?.trim() || null,
  city: upload.city?.trim() ?? '',
  state: upload.state ?? '',
  zip: upload.zip ?? '',
  loan_number: upload.loanNumber?.trim() ?? '',
  mortgage_clause: upload.mortgageClause?.trim() || null,
})

/**
 * Returns the lienholders after the requested change.
 * @throws {ApiError} 422 if the lienholder is not on the policy, nothing changes or there are too many
 */
function applyChange(upload: Upload, before: QuoteLienholder[]): QuoteLienholder[] {
  if (upload.kind === 'add') {
    if (before.length >= maxLienholders)
      throw createUnprocessableError(
        'too_many_lienholders',
        `kind: a policy can have at most ${maxLienholders} lienholders.`,
        'kind',
      )
    return [...before, toLienholder(upload, null)]
  }
  const lienholderId = before.find((one) => one.lienholderId === upload.lienholderId)?.lienholderId
  if (!lienholderId)
    throw createUnprocessableError(
      'unknown_lienholder',
      'lienholderId: this is not a lienholder of this policy.',
      'lienholderId',
    )
  if (upload.kind === 'remove') return before.filter((one) => one.lienholderId !== lienholderId)
  const after = before.map((one) => (one.lienholderId === lienholderId ? toLienholder(upload, lienholderId) : one))
  if (hasSameLienholders(after, before))
    throw createUnprocessableError(
      'nothing_changed',
      'lienholderId: the lienholder already has this name, address and loan number.',
      'lienholderId',
    )
  return after
}

/** Throws 422 if staff could not approve the change, because an endorsement with these lienholders would be rejected. */
async function assertApprovable(
  ctx: TransactionContext,
  policy: Policy,
  { before, after }: { before: QuoteLienholder[]; after: QuoteLienholder[] },
): Promise<void> {
  const term = await readTerm(ctx.db, policy)
  const effectiveDate = getPropertyDate(ctx.now, policy)
  const application = { ...getInitialApplication(term, { effectiveDate }, before), lienholderList: after }
  requireValidApplication({ application, effectiveDate }, term, before)
  const change = { before: term, after: term, lienholders: { before, after } }
  const renewal = await findRenewalChange(ctx, policy, change)
  if (renewal) requireValidRenewalChange(renewal)
}

/** Throws 409 if the policy has an open request, or had five requests in the last 30 days. */
async function assertBelowLimit({ db, now }: Pick<Ctx, 'db' | 'now'>, policyId: string): Promise<void> {
  const { rows } = await sql<{ count: number; has_open: boolean }>`
    select count(*) filter (where created_at > ${new Date(now.getTime() - limitDays * dayMs)})::int as count,
      coalesce(bool_or(status = 'open'), false) as has_open
    from mortgagee_changes where policy_id = ${policyId}`.execute(db)
  if (rows[0]?.has_open)
    throw createConflictError('request_open', 'This policy already has an open mortgagee change request.')
  if ((rows[0]?.count ?? 0) >= maxRequests)
    throw createConflictError(
      'too_many_mortgagee_changes',
      `A mortgagee change can be requested ${maxRequests} times in ${limitDays} days. Contact your agency.`,
    )
}

/**
 * Checks that the caller may request a mortgagee change, before any file is received. Does not count requests, so that
 * a retry with the same key returns the first response.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 `missing_code` if the email address on file is
 * not verified; 409 if the policy is not in force
 */
export async function assertRequestAllowed(ctx: Ctx, policyNo: string): Promise<Policy> {
  const policy = await checkPolicyAction(ctx, policyNo, 'requestMortgageeChange')
  await requireIdentifiedInsured(ctx, policy)
  return policy
}

async function saveProofs(ctx: TransactionContext, id: string, proofs: readonly StoredProof[]): Promise<Proof[]> {
  const saved: Proof[] = []
  for (const [index, { stored, fileName }] of proofs.entries()) {
    const { fileId } = await recordStoredFile(ctx.db, stored)
    const row = await ctx.db
      .insertInto('mortgagee_change_proofs')
      .values({ mortgagee_change_id: id, position: index + 1, file_id: fileId, file_name: fileName })
      .returning('mortgagee_change_proof_id as id')
      .executeTakeFirstOrThrow()
    saved.push({ id: row.id, fileName, size: stored.size })
  }
  return saved
}

/**
 * Requests a mortgagee change as the policyholder (POL-19). The lienholders do not change until staff approve it.
 * @throws {ApiError} the errors of `assertRequestAllowed` and `storeProofs`; 409 if the policy has an open request or had
 * too many; 422 if staff could not approve the change
 */
export async function requestMortgageeChange(ctx: Ctx, policyNo: string, upload: Upload): Promise<MortgageeChange> {
  // Rejects most of these requests before the files are stored. The check is repeated with the policy locked.
  await assertBelowLimit(ctx, (await assertRequestAllowed(ctx, policyNo)).policyId)
  const proofs = await storeProofs(ctx, upload)
  return changePolicy(ctx, policyNo, 'requestMortgageeChange', async (ctx, policy) => {
    const { actor } = await requireIdentifiedInsured(ctx, policy)
    if (actor.kind !== 'insured') throw createForbiddenError()
    const { policyId } = policy
    await assertBelowLimit(ctx, policyId)
    const before = await getLienholders(ctx.db, policyId)
    const after = applyChange(upload, before)
    await assertApprovable(ctx, policy, { before, after })
    const { 'mortgageeChanges.businessDays': businessDays } = await readSettings(ctx.db, ctx.now)
    const change = {
      kind: upload.kind,
      status: 'open',
      lienholderId: upload.kind === 'add' ? null : (upload.lienholderId ?? null),
      ...{ before, after, proofType: upload.proofType, note: upload.note?.trim() || null },
      dueOn: addWeekdays(getPropertyDate(ctx.now, policy), businessDays),
    } as const
    const { id } = await ctx.db
      .insertInto('mortgagee_changes')
      .values({
        ...{ policy_id: policyId, requested_by_identity_id: actor.identityId, requested_by_email: policy.email },
        ...{ kind: change.kind, lienholder_id: change.lienholderId, proof_type: change.proofType, note: change.note },
        ...{ lienholders_before: JSON.stringify(before), lienholders_after: JSON.stringify(after) },
        ...{ created_at: ctx.now, due_on: change.dueOn },
      })
      .returning('mortgagee_change_id as id')
      .executeTakeFirstOrThrow()
    const saved = await saveProofs(ctx, id, proofs)
    const row: MortgageeChangeRow = {
      ...{ id, policyId, policyNo, requestedByEmail: policy.email, createdAt: ctx.now, decidedAt: null, reason: null },
      ...change,
    }
    await publishEvent(ctx, mortgageeChangeRequestedEvent, { policy, change: row })
    await writeAuditEntry(ctx, {
      ...{ action: 'mortgageeChange.request', entity: 'mortgageeChange', entityId: id, policyId },
      details: {
        ...{ kind: change.kind, lienholderId: change.lienholderId, proofType: change.proofType },
        sha256: proofs.map(({ stored }) => stored.sha256),
      },
    })
    return toMortgageeChangeResponse(row, saved)
  })
}

/** Lists the newest 20 requests for a policy as its policyholder. Throws 404. */
export const listOwnMortgageeChanges = async (ctx: Ctx, policyNo: string): Promise<MortgageeChange[]> =>
  listMortgageeChanges(ctx.db, (await requirePolicy(ctx, policyNo)).policyId)

/**
 * Withdraws the open request for a policy as its policyholder.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 `missing_code` if the email address on file is
 * not verified; 409 if no request is open
 */
export const withdrawMortgageeChange = (ctx: Ctx, policyNo: string): Promise<MortgageeChange> =>
  changePolicyAsSystem(ctx, policyNo, async (ctx, policy) => {
    await requireIdentifiedInsured(ctx, policy)
    const open = await findOpenMortgageeChange(ctx.db, policy.policyId)
    if (!open) throw createConflictError('request_closed', 'This policy has no open mortgagee change request.')
    const { proofs, ...change } = open
    const status = 'withdrawn'
    await closeMortgageeChange(ctx, { policy, change, status })
    return toMortgageeChangeResponse({ ...change, status, decidedAt: ctx.now }, proofs)
  })
