import { type AutoPay, type PolicyConfirmation, type StripePaymentMethod, TidelineError } from '@tideline/sdk'
import { getAutoPayOptions } from '@tideline/sdk/query'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import type { AutomaticCharge } from '@tideline/web-kit/labels/amount-due.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { getRoles } from '@tideline/web-kit/session/roles.ts'
import { readSession } from '@tideline/web-kit/session/session.ts'
import { isActionAllowed } from '../base/policy-permissions.ts'
import { getCardBrandName } from './card-marks.ts'

/** Returns the query for a policy's auto-pay settings. All screens share the result. */
export const getAutoPayQuery = (policyNo: string) => getAutoPayOptions({ client: api.client, path: { policyNo } })

/** Describes a payment method briefly: "Visa •••• 4242", without a line break before the digits. */
export const describeMethodBriefly = ({ paymentType, cardBrand, bankName, lastFourDigits }: StripePaymentMethod) =>
  `${paymentType === 'card' ? getCardBrandName(cardBrand) : (bankName ?? 'Bank account')} ••••\u00a0${lastFourDigits}`

/** Describes the next charge: "$109.81 on 12/15/2026". */
export const describeNextCharge = ({ nextCharge }: Pick<AutoPay, 'nextCharge'>) =>
  nextCharge ? `${formatMoney(nextCharge.amount)} on ${formatDate(nextCharge.date)}` : 'None planned'

/** Returns the next charge with its payment method. Returns undefined if auto-pay is off or on hold (AUT-7). */
export function getAutomaticCharge({ consent, nextCharge, hold }: AutoPay): AutomaticCharge | undefined {
  if (!consent || !nextCharge || (hold !== null && hold !== 'processing')) return undefined
  const { paymentType, lastFourDigits } = consent.paymentMethod
  return { ...nextCharge, isCard: paymentType === 'card', lastFourDigits }
}

/** Returns a sentence that explains why nothing is currently charged automatically, and what to do next. */
export function describeHold({ hold }: Pick<AutoPay, 'hold'>): string | undefined {
  switch (hold) {
    case 'unpaid':
      return 'An older amount could not be charged. Pay it to continue auto-pay.'
    case 'disputed':
      return 'A payment is disputed. Nothing is charged until the dispute is closed.'
    case 'paused':
      return 'Automatic charges are paused. Pay the amount due by its due date.'
    case 'notInForce':
      return 'The policy is pending cancellation. Nothing is charged.'
    case 'processing':
    case null:
      return undefined
  }
}

/** Checks whether the server requires an emailed code, because others could have seen the link (AUT-2). */
export const requiresCode = (error: unknown): boolean => error instanceof TidelineError && error.code === 'missing_code'

/** Checks whether the viewer may turn on auto-pay. Users with the role nopayoptin cannot (PAY-20). */
export const canTurnOnAutoPay = (policy: PolicyConfirmation): boolean =>
  isActionAllowed(policy, 'updatePaymentMethod') &&
  !policy.isPendingCancel &&
  !getRoles(readSession()).has('nopayoptin')

/** Checks whether auto-pay would have an amount to charge: an open installment or endorsement. */
export const hasIncludedAmounts = ({ obligations }: Pick<PolicyConfirmation, 'obligations'>): boolean =>
  obligations.some(({ purpose, openAmount }) => ['installment', 'endorsement'].includes(purpose) && openAmount > 0)

/** Checks whether the policy has open installments. If so, the payment step offers auto-pay. */
export const hasInstallments = ({ obligations }: Pick<PolicyConfirmation, 'obligations'>): boolean =>
  obligations.some(({ purpose, openAmount }) => purpose === 'installment' && openAmount > 0)

/** Returns the label of the consent checkbox. Agents and staff confirm that the policyholder agreed (AUT-2). */
export const getConsentLabel = ({ viewer }: Pick<PolicyConfirmation, 'viewer'>) =>
  viewer.kind === 'insured'
    ? 'I agree to this authorization'
    : 'The policyholder has read this authorization and agreed to it'
