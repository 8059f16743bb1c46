import type { LinkCreator } from '../link-tokens/create-link.ts'
import {
  type EmailContext,
  getAgencyRecipient,
  getEmailRecipients,
  getPolicyholderRecipient,
} from '../notifications/email-recipients.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'
import { createPayLink } from '../notifications/pay-link.ts'
import type { Policy } from '../policy/visibility.ts'
import type { DelinquencyStep } from './decide-steps.ts'

type PayLinkContext = EmailContext & LinkCreator

/**
 * Emails the policyholder about an unpaid amount. A past-due amount is also emailed to the agency.
 * @returns whether the policyholder has an email address
 */
export async function notifyAmountDue(
  ctx: PayLinkContext,
  policy: Policy,
  step: Exclude<DelinquencyStep, 'cancellationNotice'>,
  { amountCents, dueDate }: { amountCents: number; dueDate: string },
): Promise<boolean> {
  const policyholder = getPolicyholderRecipient(ctx, policy)
  const templates = { invoice: 'amount-due', reminder: 'payment-reminder', pastDueNotice: 'past-due' } as const
  if (policyholder)
    await enqueueEmail(ctx.db, {
      ...policyholder.mail,
      template: templates[step],
      values: { ...policyholder.values, amountCents, dueDate, link: await createPayLink(ctx, policy) },
    })
  if (step !== 'pastDueNotice') return Boolean(policyholder)
  const agency = await getAgencyRecipient(ctx, policy)
  if (agency)
    await enqueueEmail(ctx.db, {
      ...agency.mail,
      template: 'agency-past-due',
      values: { ...agency.values, amountCents, dueDate, link: `${agency.values.link}/pay` },
    })
  return Boolean(policyholder)
}

/** Emails the policyholder that the lender has not paid the invoice yet (DEL-15). */
export async function notifyLenderHasNotPaid(
  ctx: EmailContext,
  policy: Policy,
  due: { amountCents: number; dueDate: string },
): Promise<void> {
  const policyholder = getPolicyholderRecipient(ctx, policy)
  if (policyholder)
    await enqueueEmail(ctx.db, {
      ...policyholder.mail,
      template: 'lender-has-not-paid',
      values: { ...policyholder.values, ...due },
    })
}

/**
 * Emails the policyholder and the agency that the policy will be cancelled for nonpayment, in addition to the letters.
 */
export async function notifyOfNonpaymentNotice(
  ctx: PayLinkContext,
  policy: Policy,
  amounts: { amountCents: number; effectiveDate: string },
): Promise<void> {
  const { policyholder, agency } = await getEmailRecipients(ctx, policy)
  if (policyholder)
    await enqueueEmail(ctx.db, {
      ...policyholder.mail,
      template: 'nonpayment-notice',
      values: { ...policyholder.values, ...amounts, link: await createPayLink(ctx, policy) },
    })
  if (agency)
    await enqueueEmail(ctx.db, {
      ...agency.mail,
      template: 'agency-nonpayment-notice',
      values: { ...agency.values, ...amounts, link: `${agency.values.link}/pay` },
    })
}

/** Emails the policyholder and the agency that the notice of cancellation is rescinded. */
export async function notifyNoticeRescinded(ctx: EmailContext, policy: Policy): Promise<void> {
  const { policyholder, agency } = await getEmailRecipients(ctx, policy)
  if (policyholder)
    await enqueueEmail(ctx.db, { ...policyholder.mail, template: 'notice-rescinded', values: policyholder.values })
  if (agency) await enqueueEmail(ctx.db, { ...agency.mail, template: 'agency-notice-rescinded', values: agency.values })
}
