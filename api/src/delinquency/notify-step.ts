import { getAgencies } from '../agencies/store.ts'
import {
  type EmailContext,
  getEmailRecipients,
  getPolicyholderRecipient,
  getPolicyholderValues,
  toAgencyRecipient,
} from '../notifications/email-recipients.ts'
import { enqueueEmail, enqueueEmails, type QueuedEmail } from '../notifications/enqueue-email.ts'
import { enqueueLetters } from '../notifications/enqueue-letter.ts'
import { createPayLink, createPayLinks, type PayLinkContext } from '../notifications/pay-link.ts'
import type { Policy } from '../policy/visibility.ts'
import type { DelinquencyStep } from './decide-steps.ts'
import { describePastDueBalance, type NoticeRemainder } from './postal-notices.ts'
import type { DelinquencyPlanVersion } from './read-plan.ts'

/** A step of an unpaid obligation that is emailed. */
export interface EmailedStep {
  policy: Policy
  step: Exclude<DelinquencyStep, 'cancellationNotice'>
  obligationId: string
  amountCents: number
  dueDate: string
}

type StepEmail = QueuedEmail<'amount-due' | 'payment-reminder' | 'past-due' | 'agency-past-due'>

const templates = { invoice: 'amount-due', reminder: 'payment-reminder', pastDueNotice: 'past-due' } as const

/**
 * Emails policyholders about unpaid amounts, with one statement for each table. A past-due amount is also emailed to the
 * agency if the plan says so (DEL-33). A policyholder who cannot be emailed gets a letter (DEL-29).
 */
export async function notifyAmountsDue(
  ctx: EmailContext & PayLinkContext,
  steps: readonly EmailedStep[],
  { agencySteps }: Pick<DelinquencyPlanVersion, 'agencySteps'>,
): Promise<void> {
  const pastDue = agencySteps.includes('pastDueNotice') ? steps.filter(({ step }) => step === 'pastDueNotice') : []
  const agencies =
    pastDue.length > 0
      ? await getAgencies(
          ctx.db,
          pastDue.map(({ policy }) => policy.agencyId),
        )
      : undefined
  const links = await createPayLinks(
    ctx,
    steps.flatMap(({ policy }) => (getPolicyholderRecipient(ctx, policy) ? [policy] : [])),
  )
  const emails = steps.flatMap(({ policy, step, amountCents, dueDate }): StepEmail[] => {
    const due = { amountCents, dueDate }
    const policyholder = getPolicyholderRecipient(ctx, policy)
    const known = step === 'pastDueNotice' ? agencies?.get(policy.agencyId) : undefined
    const agency = known && toAgencyRecipient(ctx, policy, known)
    return [
      ...(policyholder
        ? [
            {
              ...policyholder.mail,
              template: templates[step],
              values: { ...policyholder.values, ...due, link: links.shift() ?? '' },
            },
          ]
        : []),
      ...(agency
        ? [
            {
              ...{ ...agency.mail, template: 'agency-past-due' as const },
              values: { ...agency.values, ...due, link: `${agency.values.link}/pay` },
            },
          ]
        : []),
    ]
  })
  await enqueueEmails(ctx.db, emails)
  await enqueueLetters(
    ctx.db,
    steps.map(({ policy, step, obligationId, ...due }) => ({
      ...{ policy, template: templates[step], obligationId },
      values: { ...getPolicyholderValues(policy), ...due },
    })),
  )
}

/** Emails the policyholder that the lender has not paid the invoice yet (DEL-15). */
export async function notifyLenderHasNotPaid(
  ctx: EmailContext,
  { policy, obligationId, step: _, ...due }: EmailedStep,
): Promise<void> {
  const policyholder = getPolicyholderRecipient(ctx, policy)
  await enqueueLetters(ctx.db, [
    {
      ...{ policy, template: 'lender-has-not-paid', obligationId },
      values: { ...getPolicyholderValues(policy), ...due },
    },
  ])
  if (policyholder)
    await enqueueEmail(ctx.db, {
      ...policyholder.mail,
      template: 'lender-has-not-paid',
      values: { ...policyholder.values, ...due },
    })
}

/**
 * Emails the policyholder and the agency that the policy will be cancelled for nonpayment, in addition to the letters. The plan
 * defines whether the agency is emailed (DEL-33).
 */
export async function notifyOfNonpaymentNotice(
  ctx: EmailContext & PayLinkContext,
  policy: Policy,
  { isAgencyNotified, ...amounts }: { amountCents: number; effectiveDate: string; isAgencyNotified: boolean },
): Promise<void> {
  const { policyholder, agency } = await getEmailRecipients(ctx, policy)
  if (policyholder)
    await enqueueEmail(ctx.db, {
      ...policyholder.mail,
      template: 'nonpayment-notice',
      values: { ...policyholder.values, ...amounts, link: await createPayLink(ctx, policy) },
    })
  if (agency && isAgencyNotified)
    await enqueueEmail(ctx.db, {
      ...agency.mail,
      template: 'agency-nonpayment-notice',
      values: { ...agency.values, ...amounts, link: `${agency.values.link}/pay` },
    })
}

/** Emails the policyholder and the agency that the notice of cancellation is rescinded, and what is still due (DEL-30). */
export async function notifyNoticeRescinded(
  ctx: EmailContext,
  policy: Policy,
  { isAgencyNotified, ...remainder }: NoticeRemainder & { isAgencyNotified: boolean },
): Promise<void> {
  const { policyholder, agency } = await getEmailRecipients(ctx, policy)
  const balanceWords = describePastDueBalance(remainder)
  if (policyholder)
    await enqueueEmail(ctx.db, {
      ...{ ...policyholder.mail, template: 'notice-rescinded' },
      values: { ...policyholder.values, balanceWords },
    })
  if (agency && isAgencyNotified)
    await enqueueEmail(ctx.db, {
      ...{ ...agency.mail, template: 'agency-notice-rescinded' },
      values: { ...agency.values, balanceWords },
    })
}
