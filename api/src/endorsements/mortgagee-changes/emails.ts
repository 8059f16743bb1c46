import type { TransactionContext } from '../../http/context.ts'
import { getEmailRecipients } from '../../notifications/email-recipients.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import type { Policy } from '../../policy/visibility.ts'
import { describeMortgageeChange, type MortgageeChange, type MortgageeChangeRow } from './mortgagee-change.ts'

export interface RequestedMortgageeChange {
  policy: Policy
  change: MortgageeChangeRow
}

export interface ClosedMortgageeChange extends RequestedMortgageeChange {
  status: Exclude<MortgageeChange['status'], 'open'>
  /** Why staff rejected the request. */
  reason?: string
}

/** Confirms a request to the policyholder and notifies the agency (EML-7). */
export async function sendMortgageeChangeRequestedEmails(
  ctx: TransactionContext,
  { policy, change }: RequestedMortgageeChange,
): Promise<void> {
  const facts = { change: describeMortgageeChange(change), dueOn: change.dueOn }
  const { policyholder, agency } = await getEmailRecipients(ctx, policy)
  if (policyholder)
    await enqueueEmail(ctx.db, {
      ...{ ...policyholder.mail, template: 'mortgagee-change-requested' },
      values: { ...policyholder.values, ...facts },
    })
  if (agency)
    await enqueueEmail(ctx.db, {
      ...{ ...agency.mail, template: 'agency-mortgagee-change-requested' },
      values: { ...agency.values, ...facts },
    })
}

const endings: Partial<Record<ClosedMortgageeChange['status'], string>> = {
  superseded:
    'The lienholders of your policy were changed in the meantime. If they are not correct, send a new request.',
  policyEnded: 'The policy has ended. If you have a new policy or a renewal, you can send a request for it.',
}

/**
 * Notifies the policyholder of the outcome of a request, and the agency of a rejection (EML-7). The endorsement of an
 * approval notifies the agency. A withdrawal needs no email because the policyholder saw it on the screen.
 */
export async function sendMortgageeChangeClosedEmails(
  ctx: TransactionContext,
  { policy, change, status, reason }: ClosedMortgageeChange,
): Promise<void> {
  const facts = { change: describeMortgageeChange(change) }
  const { policyholder, agency } = await getEmailRecipients(ctx, policy)
  const ending = endings[status]
  if (policyholder && status === 'approved')
    await enqueueEmail(ctx.db, {
      ...{ ...policyholder.mail, template: 'mortgagee-change-approved' },
      values: { ...policyholder.values, ...facts },
    })
  if (policyholder && ending)
    await enqueueEmail(ctx.db, {
      ...{ ...policyholder.mail, template: 'mortgagee-change-closed' },
      values: { ...policyholder.values, ...facts, ending },
    })
  if (!reason) return
  if (policyholder)
    await enqueueEmail(ctx.db, {
      ...{ ...policyholder.mail, template: 'mortgagee-change-rejected' },
      values: { ...policyholder.values, ...facts, reason },
    })
  if (agency)
    await enqueueEmail(ctx.db, {
      ...{ ...agency.mail, template: 'agency-mortgagee-change-rejected' },
      values: { ...agency.values, ...facts, reason },
    })
}
