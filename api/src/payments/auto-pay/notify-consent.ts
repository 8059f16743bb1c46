import type { Selectable } from 'kysely'
import { formatUsDate } from '../../calendar/format-date.ts'
import type { AutoPayConsent, PaymentMethod } from '../../db/schema.ts'
import { formatDollars } from '../../http/money.ts'
import { type EmailContext, getPolicyholderRecipient } from '../../notifications/email-recipients.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import type { Policy } from '../../policy/visibility.ts'
import { describePaymentMethod } from '../describe-method.ts'
import { consentTerms } from './consent-terms.ts'
import type { PlannedCharge } from './plan-charge.ts'

type MethodColumns = Pick<Selectable<PaymentMethod>, 'payment_type' | 'card_brand' | 'last_four_digits'>

/** Describes the payment method of auto-pay for emails: "Visa ending in 4242". */
export const describeMethodColumns = (row: MethodColumns): string =>
  describePaymentMethod({ type: row.payment_type, brand: row.card_brand, lastFour: row.last_four_digits }, null, '')

const describeNextCharge = (next: PlannedCharge | undefined) =>
  next ? `${formatDollars(next.amountCents)} on ${formatUsDate(next.chargeDate)}` : 'None scheduled'

export interface GivenConsent {
  method: MethodColumns
  next: PlannedCharge | undefined
  givenBy: string
  givenByKind: AutoPayConsent['given_by_kind']
}

/** Emails the policyholder a copy of the authorization, regardless of who recorded it (AUT-2). */
export async function notifyAutoPayOn(ctx: EmailContext, policy: Policy, consent: GivenConsent): Promise<void> {
  const to = getPolicyholderRecipient(ctx, policy)
  if (!to) return
  const recorded =
    consent.givenByKind === 'insured'
      ? 'You turned on auto-pay for the installments and endorsements of the policy below.'
      : `${consent.givenBy} turned on auto-pay for the policy below and confirmed that you agreed to it. If you did not agree, turn it off now. Nothing is charged for 3 days.`
  await enqueueEmail(ctx.db, {
    ...to.mail,
    template: 'auto-pay-on',
    values: {
      ...{ ...to.values, recorded, method: describeMethodColumns(consent.method), terms: consentTerms.text },
      nextCharge: describeNextCharge(consent.next),
    },
  })
}

const endReasons = {
  withdrawn: 'It was turned off.',
  methodRemoved: 'The saved payment method was removed.',
  rewritten: 'The policy was rewritten, and the new policy requires a new authorization.',
} as const

/** Emails the policyholder that auto-pay is off and that amounts have to be paid in another way. */
export async function notifyAutoPayOff(
  ctx: EmailContext,
  policy: Policy,
  reason: keyof typeof endReasons,
): Promise<void> {
  const to = getPolicyholderRecipient(ctx, policy)
  if (!to) return
  await enqueueEmail(ctx.db, {
    ...to.mail,
    template: 'auto-pay-off',
    values: { ...to.values, reason: endReasons[reason] },
  })
}
