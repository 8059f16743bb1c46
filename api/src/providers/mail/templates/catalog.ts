import { accountInvited } from './emails/account-invited.ts'
import { agencyAgentOfRecord } from './emails/agency-agent-of-record.ts'
import { agencyApproved } from './emails/agency-approved.ts'
import { agencyAutoPayFailed } from './emails/agency-auto-pay-failed.ts'
import { agencyCancellationRequest } from './emails/agency-cancellation-request.ts'
import { agencyDailyDigest } from './emails/agency-daily-digest.ts'
import { agencyEndorsement } from './emails/agency-endorsement.ts'
import { agencyNonpaymentNotice } from './emails/agency-nonpayment-notice.ts'
import { agencyNoticeRescinded } from './emails/agency-notice-rescinded.ts'
import { agencyPastDue } from './emails/agency-past-due.ts'
import { agencyPaymentFailed } from './emails/agency-payment-failed.ts'
import { agencyPolicyRewritten } from './emails/agency-policy-rewritten.ts'
import { agencyRegistered } from './emails/agency-registered.ts'
import { agencyRegistration } from './emails/agency-registration.ts'
import { agencyRenewal } from './emails/agency-renewal.ts'
import { agencyRenewalOnHold } from './emails/agency-renewal-on-hold.ts'
import { agencySignatureRequest } from './emails/agency-signature-request.ts'
import { agentOfRecord } from './emails/agent-of-record.ts'
import { amountDue } from './emails/amount-due.ts'
import { autoPayAnnouncement } from './emails/auto-pay-announcement.ts'
import { autoPayFailed } from './emails/auto-pay-failed.ts'
import { autoPayOff } from './emails/auto-pay-off.ts'
import { autoPayOn } from './emails/auto-pay-on.ts'
import { cancellation } from './emails/cancellation.ts'
import { cancellationRequest } from './emails/cancellation-request.ts'
import { cardExpiring } from './emails/card-expiring.ts'
import { commissionPayout } from './emails/commission-payout.ts'
import { commissionStatement } from './emails/commission-statement.ts'
import { dailyDigest } from './emails/daily-digest.ts'
import { emailChanged } from './emails/email-changed.ts'
import { endorsement } from './emails/endorsement.ts'
import { importEnded } from './emails/import-ended.ts'
import { latePayment } from './emails/late-payment.ts'
import { lenderHasNotPaid } from './emails/lender-has-not-paid.ts'
import { nonRenewal } from './emails/non-renewal.ts'
import { nonRenewalRescinded } from './emails/non-renewal-rescinded.ts'
import { nonpaymentNotice } from './emails/nonpayment-notice.ts'
import { noticeRescinded } from './emails/notice-rescinded.ts'
import { passwordChanged } from './emails/password-changed.ts'
import { passwordReset } from './emails/password-reset.ts'
import { pastDue } from './emails/past-due.ts'
import { paymentDisputed } from './emails/payment-disputed.ts'
import { paymentFailed } from './emails/payment-failed.ts'
import { paymentProcessing } from './emails/payment-processing.ts'
import { paymentReceived } from './emails/payment-received.ts'
import { paymentReleased } from './emails/payment-released.ts'
import { paymentReminder } from './emails/payment-reminder.ts'
import { policyRewritten } from './emails/policy-rewritten.ts'
import { policyholderLink } from './emails/policyholder-link.ts'
import { receipt } from './emails/receipt.ts'
import { refundDecided } from './emails/refund-decided.ts'
import { reinstatement } from './emails/reinstatement.ts'
import { renewal } from './emails/renewal.ts'
import { renewalOnHold } from './emails/renewal-on-hold.ts'
import { twoFactorChanged } from './emails/second-factor-changed.ts'
import { signatureRequest } from './emails/signature-request.ts'
import { signingCode } from './emails/signing-code.ts'
import { termEnded } from './emails/term-ended.ts'
import { webhookDisabled } from './emails/webhook-disabled.ts'

/** All emails by the ID that is stored with each sent email. */
export const EMAIL_TEMPLATES = {
  'policyholder-link': policyholderLink,
  'signature-request': signatureRequest,
  'cancellation-request': cancellationRequest,
  'signing-code': signingCode,
  'payment-processing': paymentProcessing,
  'payment-received': paymentReceived,
  'payment-failed': paymentFailed,
  receipt,
  cancellation,
  'refund-decided': refundDecided,
  'late-payment': latePayment,
  'payment-released': paymentReleased,
  reinstatement,
  'non-renewal': nonRenewal,
  'non-renewal-rescinded': nonRenewalRescinded,
  renewal,
  'renewal-on-hold': renewalOnHold,
  'agency-renewal-on-hold': agencyRenewalOnHold,
  'term-ended': termEnded,
  'policy-rewritten': policyRewritten,
  endorsement,
  'agent-of-record': agentOfRecord,
  'email-changed': emailChanged,
  'password-changed': passwordChanged,
  'second-factor-changed': twoFactorChanged,
  'password-reset': passwordReset,
  'webhook-disabled': webhookDisabled,
  'account-invited': accountInvited,
  'import-ended': importEnded,
  'commission-statement': commissionStatement,
  'commission-payout': commissionPayout,
  'daily-digest': dailyDigest,
  'agency-registration': agencyRegistration,
  'agency-registered': agencyRegistered,
  'agency-approved': agencyApproved,
  'amount-due': amountDue,
  'lender-has-not-paid': lenderHasNotPaid,
  'payment-reminder': paymentReminder,
  'past-due': pastDue,
  'agency-past-due': agencyPastDue,
  'nonpayment-notice': nonpaymentNotice,
  'agency-nonpayment-notice': agencyNonpaymentNotice,
  'notice-rescinded': noticeRescinded,
  'agency-notice-rescinded': agencyNoticeRescinded,
  'auto-pay-on': autoPayOn,
  'auto-pay-off': autoPayOff,
  'auto-pay-announcement': autoPayAnnouncement,
  'auto-pay-failed': autoPayFailed,
  'agency-auto-pay-failed': agencyAutoPayFailed,
  'card-expiring': cardExpiring,
  'agency-endorsement': agencyEndorsement,
  'agency-renewal': agencyRenewal,
  'agency-policy-rewritten': agencyPolicyRewritten,
  'agency-payment-failed': agencyPaymentFailed,
  'payment-disputed': paymentDisputed,
  'agency-agent-of-record': agencyAgentOfRecord,
  'agency-signature-request': agencySignatureRequest,
  'agency-cancellation-request': agencyCancellationRequest,
  'agency-daily-digest': agencyDailyDigest,
}

export type EmailTemplateId = keyof typeof EMAIL_TEMPLATES

/** Values of each email. */
export type EmailTemplateValues = { [Id in EmailTemplateId]: (typeof EMAIL_TEMPLATES)[Id]['sample'] }
