import { formatUsDate } from '../../calendar/format-date.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { TransactionContext } from '../../http/context.ts'
import { getPublicUrl } from '../../http/public-url.ts'
import { getDueFacts } from '../../ledger/invoices.ts'
import type { ChargeLine } from '../../ledger/ledger.ts'
import { getAgencyRecipient } from '../../notifications/email-recipients.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import { getPayPageUrl } from '../../notifications/pay-link.ts'
import { describeHeldRefund } from '../../payments/refunds/held-refund-messages.ts'
import { getPayees } from '../../payments/refunds/pay-refund.ts'
import { describeRefundPayees, type Payees } from '../../payments/refunds/refund-payees.ts'
import { getHeldCents, type HeldRefund, type ReleasedPremium } from '../../payments/refunds/release-return-premium.ts'
import type { Policy } from '../../policy/visibility.ts'
import type { Lapse } from '../../pricing/term.ts'
import { recordLetters } from '../letters.ts'

export interface ReinstatementNotice {
  policy: Policy
  /** Effective date, `YYYY-MM-DD`. */
  effectiveDate: string
  /** Charges that are due again. */
  lines: readonly ChargeLine[]
  /** Whether staff suppress notifications. */
  isQuiet: boolean
  /** Days without coverage (DEL-26). Undefined if there is no lapse. */
  lapse: Lapse | undefined
  /** Refunds of the premium for the lapse. */
  released: ReleasedPremium | undefined
}

/** Describes the lapse of a reinstatement, or that there is none. */
const describeLapse = (lapse: Lapse | undefined): string =>
  lapse
    ? `There is a lapse in coverage: losses from ${formatUsDate(lapse.from)} until 12:01 a.m. on ${formatUsDate(lapse.to)} are not covered. The premium for these days is not charged.`
    : 'There is no lapse in coverage.'

/** Describes the refund of the premium for the lapse: its payees and amounts on hold. */
const describeLapseRefund = (payees: Payees, held: readonly HeldRefund[], audience: 'policyholder' | 'agency') =>
  [describeRefundPayees(payees), ...held.map((one) => describeHeldRefund(one, audience))].filter(Boolean)

/**
 * Emails the insured and the agency that the policy is reinstated and what is due, and records the letters. Sends nothing
 * if staff suppress notifications.
 */
export async function notifyReinstated(ctx: TransactionContext, notice: ReinstatementNotice): Promise<void> {
  if (notice.isQuiet) return
  const { policy, lapse, released } = notice
  const payees = await getPayees(ctx.db, released?.refundIds ?? [])
  const getLapseWords = (audience: 'policyholder' | 'agency') =>
    [describeLapse(lapse), ...describeLapseRefund(payees, released?.held ?? [], audience)].join(' ')
  const heldCents = getHeldCents(released)
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
      heldCents,
      lapseWords: getLapseWords('policyholder'),
      link: `${getPublicUrl(ctx.config)}/policyholder/policies/${policy.policyNo}`,
    },
  })
  const agency = await getAgencyRecipient(ctx, policy)
  if (agency)
    await enqueueEmail(ctx.db, {
      ...{ ...agency.mail, template: 'agency-reinstatement' },
      values: {
        ...{ ...agency.values, effectiveDate: notice.effectiveDate, ...due, heldCents },
        lapseWords: getLapseWords('agency'),
      },
    })
  const charged = notice.lines.filter(({ amountCents }) => amountCents !== 0)
  const totalCents = charged.reduce((sum, { amountCents }) => sum + amountCents, 0)
  await recordLetters(ctx, policy, {
    ...(due.dueCents > 0 && { payUrl: getPayPageUrl(ctx.config, policy.policyNo) }),
    kind: 'reinstatement',
    facts: [
      ['Reinstated as of', formatUsDate(notice.effectiveDate)],
      ...(lapse
        ? [
            ['No coverage', `${formatUsDate(lapse.from)} until ${formatUsDate(lapse.to)}, 12:01 a.m.`] as [
              string,
              string,
            ],
          ]
        : []),
    ],
    paragraphs: lapse
      ? ['The policy named above is reinstated with a lapse in coverage.', describeLapse(lapse)]
      : ['The policy named above is reinstated without a lapse in coverage.'],
    payees,
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
            ...(heldCents > 0 ? [{ label: 'Credit on hold', cents: [heldCents] }] : []),
          ],
        },
      ].slice(charged.length > 0 ? 0 : 1),
      words: [
        ...describeLapseRefund(payees, released?.held ?? [], 'policyholder'),
        ...(due.balanceCents > 0 ? [] : ['Nothing is due.']),
      ].join(' '),
    },
  })
}
