import type { TransactionContext } from '../http/context.ts'
import { getEmailRecipients } from '../notifications/email-recipients.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'
import type { Policy } from '../policy/visibility.ts'
import { getCauseLabel } from './claim.ts'
import type { ClaimRow } from './store.ts'

export interface ReportedClaim {
  policy: Policy
  claim: ClaimRow
}

/**
 * Confirms a claim to the policyholder who reported it, and notifies the agency (CLM-3). Sends nothing if an agent or
 * staff reported the claim.
 */
export async function sendClaimReportedEmail(ctx: TransactionContext, { policy, claim }: ReportedClaim): Promise<void> {
  if (claim.reported_by_identity_id === null) return
  const facts = {
    claimNumber: claim.claim_number,
    dateOfLoss: claim.date_of_loss,
    cause: getCauseLabel(claim.cause),
    contactPhone: claim.contact_phone ?? '',
  }
  const { policyholder, agency } = await getEmailRecipients(ctx, policy)
  if (policyholder)
    await enqueueEmail(ctx.db, {
      ...{ ...policyholder.mail, template: 'claim-reported' },
      values: { ...policyholder.values, ...facts },
    })
  if (agency)
    await enqueueEmail(ctx.db, {
      ...{ ...agency.mail, template: 'agency-claim-reported' },
      values: { ...agency.values, ...facts, contactNote: claim.contact_note ?? 'None' },
    })
}
