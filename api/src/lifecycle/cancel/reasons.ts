import type { ReasonCode } from '@tideline/sdk/types'
import type { Kysely } from 'kysely'
import { getEarlierDate, getLaterDate } from '../../calendar/days.ts'
import { formatUsDate } from '../../calendar/format-date.ts'
import type { DB } from '../../db/schema.ts'
import { createUnprocessableError } from '../../http/api-error.ts'
import type { Viewer } from '../../policy/viewer.ts'
import type { Policy } from '../../policy/visibility.ts'
import { filterCancelReasons, getCancellationDateRange, readCancelReasons } from '../../policy-reads/cancel-reasons.ts'
import type { RefundRule } from './refund-rules.ts'

/** A cancel reason with its refund rule and requirements. */
export interface CancelReason {
  reasonCode: ReasonCode
  reasonName: string
  effectiveFrom: 'documentedDate' | 'receiptDate' | 'inceptionDate' | 'paidToDate' | 'expirationDate'
  effectiveDateRequired: boolean
  requiresInsuredSignature: boolean
  automaticReview: boolean
  refund: RefundRule
  documents: { docTypeId: number; name: string; purpose: 'sign' | 'requiredUpload' | 'optionalUpload' }[]
}

/** Returns a cancel reason. Throws 422 if the code is unknown. */
export async function requireCancelReason(db: Kysely<DB>, reasonCode: string): Promise<CancelReason> {
  const row = await db.selectFrom('cancel_reasons').selectAll().where('reason_code', '=', reasonCode).executeTakeFirst()
  if (!row)
    throw createUnprocessableError('unknown_reason', `ReasonCode: ${reasonCode} is not a cancel reason.`, 'ReasonCode')
  const documents = await db
    .selectFrom('cancel_reason_documents as d')
    .innerJoin('document_types as t', 't.doc_type_id', 'd.doc_type_id')
    .select(['d.doc_type_id as docTypeId', 't.name', 'd.purpose'])
    .where('d.reason_code', '=', reasonCode)
    .orderBy('d.doc_type_id')
    .execute()
  return {
    reasonCode: row.reason_code as ReasonCode,
    reasonName: row.reason_name,
    effectiveFrom: row.effective_date_basis as CancelReason['effectiveFrom'],
    effectiveDateRequired: row.effective_date_required,
    requiresInsuredSignature: row.requires_insured_signature,
    automaticReview: row.automatic_review,
    refund: {
      premium: row.refund_premium,
      policyFee: row.refund_policy_fee,
      taxes: row.refund_taxes,
      surcharges: row.refund_surcharges,
      goesFirstToNewPolicy: row.refund_applies_to_new_policy_first,
    } as RefundRule,
    documents: documents as CancelReason['documents'],
  }
}

/** Throws 422 if the viewer cannot use this reason for the policy now. */
export async function assertCancelReasonAvailable(
  db: Kysely<DB>,
  policy: Policy,
  viewer: Viewer,
  reasonCode: string,
): Promise<void> {
  const allowed = filterCancelReasons(await readCancelReasons(db), policy, viewer)
  if (!allowed.some((reason) => reason.reasonCode === reasonCode))
    throw createUnprocessableError(
      'reason_not_allowed',
      `ReasonCode: this policy cannot currently be cancelled for reason ${reasonCode}.`,
      'ReasonCode',
    )
}

/**
 * Returns the effective date of a cancellation (CAN-2). If the reason requires a date, this is the given date, within
 * the viewer's limits. Otherwise, the reason defines the date. For nonpayment, `calculateRefund` uses the paid-to date
 * instead. Throws 422.
 */
export async function getCancellationEffectiveDate(
  db: Kysely<DB>,
  about: { policy: Policy; reason: CancelReason; viewer: Viewer; today: string },
  given: string | undefined,
): Promise<string> {
  const { policy, reason, viewer, today } = about
  if (reason.effectiveDateRequired) {
    const row = (await readCancelReasons(db)).find((one) => one.reasonCode === reason.reasonCode)
    if (!row || !given)
      throw createUnprocessableError(
        'missing_date',
        `EffectiveDate: reason ${reason.reasonCode} needs a date.`,
        'EffectiveDate',
      )
    const day = given.slice(0, 10)
    const { min, max } = getCancellationDateRange(row, policy, today, viewer.kind === 'internal')
    if (day < min || day > max)
      throw createUnprocessableError(
        'date_out_of_range',
        `EffectiveDate: must be between ${formatUsDate(min)} and ${formatUsDate(max)}.`,
        'EffectiveDate',
      )
    return day
  }
  switch (reason.effectiveFrom) {
    case 'inceptionDate':
      return policy.inceptionDate
    case 'expirationDate':
      return policy.expirationDate
    default:
      return getEarlierDate(getLaterDate(today, policy.inceptionDate), policy.expirationDate)
  }
}
