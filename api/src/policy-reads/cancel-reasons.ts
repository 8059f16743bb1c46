import type { ReasonCode } from '@tideline/sdk/types'
import { CancelReasonCode } from '@tideline/sdk/words'
import type { Kysely } from 'kysely'
import { addDays, getEarlierDate, getLaterDate } from '../calendar/days.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import { isEarthquake } from '../catalog/products.ts'
import type { DB } from '../db/schema.ts'
import type { Ctx } from '../http/context.ts'
import { getViewer, type Viewer } from '../policy/viewer.ts'
import { type Policy, requirePolicy } from '../policy/visibility.ts'

/** A cancel reason for selection, without its refund rules. */
export interface CancelReasonRow {
  reasonCode: ReasonCode
  reasonName: string
  description: string
  allowedRoles: string[]
  effectiveFrom: string
  effectiveDateRequired: boolean
  effectiveDateLabel: string | null
  earliestDaysFromToday: number | null
  latest: string
  requiresInsuredSignature: boolean
  automaticReview: boolean
  documents: { docTypeId: number; name: string; isRequired: boolean }[]
}

const remembered = new WeakMap<Kysely<DB>, Promise<CancelReasonRow[]>>()

/** Returns the selectable cancel reasons. Each process reads them only once, since only migrations change them. */
export function readCancelReasons(db: Kysely<DB>): Promise<CancelReasonRow[]> {
  const known = remembered.get(db)
  if (known) return known
  const rows = db
    .selectFrom('cancel_reasons as r')
    // Excludes rows with the purpose `sign`. The remaining documents are those to upload.
    .leftJoin('cancel_reason_documents as d', (join) =>
      join.onRef('d.reason_code', '=', 'r.reason_code').on('d.purpose', '!=', 'sign'),
    )
    .leftJoin('document_types as t', 't.doc_type_id', 'd.doc_type_id')
    .selectAll('r')
    .select(['t.doc_type_id as docTypeId', 't.name as docName', 'd.purpose'])
    .where('r.is_selectable', '=', true)
    .orderBy('r.reason_code')
    .orderBy('t.doc_type_id')
    .execute()
    .then((found) => {
      const reasons = new Map<string, CancelReasonRow>()
      for (const row of found) {
        const reason = reasons.get(row.reason_code) ?? {
          reasonCode: row.reason_code as ReasonCode,
          reasonName: row.reason_name,
          description: row.description,
          allowedRoles: row.allowed_roles,
          effectiveFrom: row.effective_date_basis,
          effectiveDateRequired: row.effective_date_required,
          effectiveDateLabel: row.effective_date_label,
          earliestDaysFromToday: row.min_days_from_today,
          latest: row.latest_effective_date,
          requiresInsuredSignature: row.requires_insured_signature,
          automaticReview: row.automatic_review,
          documents: [],
        }
        if (row.docTypeId !== null && row.docName !== null)
          reason.documents.push({
            docTypeId: row.docTypeId,
            name: row.docName,
            isRequired: row.purpose === 'requiredUpload',
          })
        reasons.set(row.reason_code, reason)
      }
      return [...reasons.values()]
    })
  remembered.set(db, rows)
  rows.catch(() => remembered.delete(db))
  return rows
}

type ReasonFacts = Pick<Policy, 'productId' | 'canCancelPolicy' | 'hasIncepted'>

/**
 * Returns the reasons that the viewer may use to cancel the policy now. They depend on whether the term has started and
 * whether the viewer is staff (CAN-8).
 */
export function filterCancelReasons(
  reasons: CancelReasonRow[],
  policy: ReasonFacts,
  viewer: Viewer,
): CancelReasonRow[] {
  if (!policy.canCancelPolicy || viewer.isReadonly || isEarthquake(policy.productId)) return []
  const isInternal = viewer.kind === 'internal'
  if (!isInternal && policy.hasIncepted) return []
  return reasons.filter((reason) => {
    if (!reason.allowedRoles.includes(viewer.kind)) return false
    const isBeforeInception = reason.reasonCode === CancelReasonCode.beforeInception
    return isBeforeInception ? !policy.hasIncepted : isInternal
  })
}

/**
 * Returns the first and last date in the term on which a cancellation with this reason can be effective. The reason can
 * limit backdating for callers other than staff.
 */
export function getCancellationDateRange(
  reason: CancelReasonRow,
  policy: Pick<Policy, 'inceptionDate' | 'expirationDate'>,
  today: string,
  isInternal: boolean,
): { min: string; max: string } {
  const max =
    reason.latest === 'inceptionDate' ? policy.inceptionDate : reason.latest === 'today' ? today : policy.expirationDate
  const isDated = reason.earliestDaysFromToday !== null && !isInternal
  const earliest = isDated ? addDays(today, reason.earliestDaysFromToday ?? 0) : policy.inceptionDate
  const min = getLaterDate(policy.inceptionDate, earliest)
  return { min: getEarlierDate(min, max), max }
}

/** Lists the reasons that the caller may use to cancel the policy now, with their dates and documents. Throws 404. */
export async function listCancelReasons(ctx: Ctx, policyNo: string) {
  const policy = await requirePolicy(ctx, policyNo)
  const viewer = getViewer(ctx.actor)
  const reasons = filterCancelReasons(await readCancelReasons(ctx.db), policy, viewer)
  const uploads = await ctx.db
    .selectFrom('policy_docs')
    .select('doc_type_id')
    .distinct()
    .where('policy_id', '=', policy.policyId)
    .where('doc_kind', '=', 'upload')
    .execute()
  const uploaded = new Set(uploads.map((row) => row.doc_type_id))
  const today = getPropertyDate(ctx.now, policy)
  return reasons.map((reason) => {
    const dates = getCancellationDateRange(reason, policy, today, viewer.kind === 'internal')
    return {
      reasonCode: reason.reasonCode,
      reasonName: reason.reasonName,
      description: reason.description,
      allowedRoles: reason.allowedRoles,
      effectiveDateRequired: reason.effectiveDateRequired,
      effectiveDateLabel: reason.effectiveDateLabel,
      effectiveDateMin: dates.min,
      effectiveDateMax: dates.max,
      requiresInsuredSignature: reason.requiresInsuredSignature,
      isReviewedAutomatically: reason.automaticReview,
      policyCancelDocs: reason.documents.map(({ docTypeId, name, isRequired }) => ({
        docTypeId: docTypeId as 1,
        docType: { type: name },
        isRequired,
        isUploaded: uploaded.has(docTypeId),
      })),
    }
  })
}
