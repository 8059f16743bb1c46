import { formatUsDate } from '../../calendar/format-date.ts'
import type { TransactionContext } from '../../http/context.ts'
import { getAgencyRecipient, getPolicyholderRecipient } from '../../notifications/email-recipients.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import type { FailureKind } from './classify-failure.ts'
import { describeMethodColumns } from './notify-consent.ts'

export interface FailedCharge {
  consentId: string
  policyId: string
  policyNo: string
  agencyId: string
  email: string
  firstName: string
  insuredName: string
  addressLine: string
  amountCents: number
  dueCents: number
  status: string
  code: string | null
  declineCode: string | null
  payment_type: 'card' | 'us_bank_account'
  card_brand: string | null
  last_four_digits: string | null
  obligationNos: number[]
}

export interface ChargeFailure {
  policyPaymentId: string
  charge: FailedCharge
  kind: FailureKind
  /** Undefined if the charge is not retried. */
  retryDate: string | undefined
  /** The bank's reason. */
  reason: string
}

const describeNextStep = (kind: FailureKind, retryDate: string | undefined): string => {
  if (retryDate) return `We will try again on ${formatUsDate(retryDate)}. To avoid that, pay before that date.`
  const end = kind === 'permanent' ? 'Auto-pay is off now.' : 'We will not try again.'
  return `${end} Please pay with another method so that your policy stays in force.`
}

/** Emails the policyholder the next step after a failed charge, and the agency if the charge is not retried. */
export async function notifyChargeFailed(
  ctx: Pick<TransactionContext, 'db' | 'config'>,
  { charge, kind, retryDate, reason }: ChargeFailure,
): Promise<void> {
  const { amountCents, dueCents } = charge
  const values = { amountCents, dueCents, method: describeMethodColumns(charge), reason }
  const policyholder = getPolicyholderRecipient(ctx, charge)
  if (policyholder)
    await enqueueEmail(ctx.db, {
      ...{ ...policyholder.mail, template: 'auto-pay-failed' },
      values: {
        ...{ ...policyholder.values, ...values, nextStep: describeNextStep(kind, retryDate) },
        link: `${policyholder.values.link}/pay`,
      },
    })
  const agency = retryDate ? undefined : await getAgencyRecipient(ctx, charge)
  if (agency)
    await enqueueEmail(ctx.db, {
      ...{ ...agency.mail, template: 'agency-auto-pay-failed' },
      values: { ...agency.values, ...values },
    })
}
