import { formatUsDate } from '../../calendar/format-date.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { TransactionContext } from '../../http/context.ts'
import { getPublicUrl } from '../../http/public-url.ts'
import { getDueFacts } from '../../ledger/invoices.ts'
import type { ChargeLine } from '../../ledger/ledger.ts'
import { getAgencyRecipient } from '../../notifications/email-recipients.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import { getPayPageUrl } from '../../notifications/pay-link.ts'
import type { Policy } from '../../policy/visibility.ts'
import { recordLetters } from '../letters.ts'

export interface ReinstatementNotice {
  policy: Policy
  /** Effective date, `YYYY-MM-DD`. */
  effectiveDate: string
  /** Charges that are due again. */
  lines: readonly ChargeLine[]
  /** Whether staff suppress notifications. */
  isQuiet: boolean
}

/**
 * Emails the insured and the agency that the policy is reinstated and what is due, and records the letters. Sends nothing
 * if staff suppress notifications.
 */
export async function notifyReinstated(ctx: TransactionContext, notice: ReinstatementNotice): Promise<void> {
  if (notice.isQuiet) return
  const { policy } = notice
  const due = await getDueFacts(ctx.db, policy.policyId, getPropertyDate(ctx.now, policy))
  await enqueueEmail(ctx.db, {
    to: policy.email,
    toName: policy.insuredName,
    policyId: policy.policyId,
    template: 'reinstatement',
    values: {
      firstName: policy.firstName || policy.insuredName,
      policyNo: policy.policyNo,
      address: policy.addressLine,
      effectiveDate: notice.effectiveDate,
      ...due,
      link: `${getPublicUrl(ctx.config)}/policyholder/policies/${policy.policyNo}`,
    },
  })
  const agency = await getAgencyRecipient(ctx, policy)
  if (agency)
    await enqueueEmail(ctx.db, {
      ...{ ...agency.mail, template: 'agency-reinstatement' },
      values: { ...agency.values, effectiveDate: notice.effectiveDate, ...due },
    })
  const charged = notice.lines.filter(({ amountCents }) => amountCents !== 0)
  const totalCents = charged.reduce((sum, { amountCents }) => sum + amountCents, 0)
  await recordLetters(ctx, policy, {
    ...(due.dueCents > 0 && { payUrl: getPayPageUrl(ctx.config, policy.policyNo) }),
    kind: 'reinstatement',
    facts: [['Reinstated as of', formatUsDate(notice.effectiveDate)]],
    paragraphs: ['The policy named above is reinstated without a lapse in coverage.'],
    account: {
      tables: [
        {
          title: 'Charged again',
          columns: ['Charge', 'Amount'],
          rows: charged.map(({ description, amountCents }) => ({ label: description, cents: [amountCents] })),
          total: { label: 'Total', cents: [totalCents] },
        },
        {
          title: 'Your account',
          columns: ['', 'Amount'],
          rows: [
            { label: due.dueLabel, cents: [due.dueCents] },
            { label: 'Balance', cents: [due.balanceCents] },
          ],
        },
      ].slice(charged.length > 0 ? 0 : 1),
      words: due.balanceCents > 0 ? '' : 'Nothing is due.',
    },
  })
}
