import { sendPasswordResetEmail } from '../accounts/reset-by-link.ts'
import { runBulkJob } from '../bulk-jobs/run-bulk-job.ts'
import { failCommissionRun, processCommissionRun } from '../commissions/process-commission-run.ts'
import { billNewPayer, rescindNoticeAfterPayment } from '../delinquency/process-policy.ts'
import { queueLenderRemovalLetter } from '../delinquency/queue-lender-removal-letter.ts'
import { queueLetter } from '../delinquency/queue-letter.ts'
import { runDelinquency } from '../delinquency/run-delinquency.ts'
import { closeExpiredMortgageeChanges } from '../endorsements/mortgagee-changes/close-expired.ts'
import { importPolicies } from '../imports/run-import.ts'
import { endCoverage } from '../lifecycle/cancel/end-coverage.ts'
import { requestSecondCancellationSignature } from '../lifecycle/cancel/request-signatures.ts'
import { reviewCancellation } from '../lifecycle/cancel/review-cancellation.ts'
import { expireTerm } from '../lifecycle/renew/expire-term.ts'
import { renewPolicy } from '../lifecycle/renew/renew-policy.ts'
import { sweepTerms } from '../lifecycle/renew/sweep-terms.ts'
import { sendRequestedPolicyLink } from '../links/request-link.ts'
import { sendEmail } from '../notifications/enqueue-email.ts'
import { chargeAutoPay } from '../payments/auto-pay/charge-policy.ts'
import { sweepAutoPay } from '../payments/auto-pay/sweep-auto-pay.ts'
import { chargeRenewal } from '../payments/charge/charge-renewal.ts'
import { finishPayment, sweepPayments } from '../payments/charge/finish-payment.ts'
import { reconcileStripe } from '../payments/reconcile.ts'
import { sendRefund } from '../payments/refunds/refund.ts'
import { expireOffer, sweepOffers } from '../payments/reinstatement-offers/expire-offers.ts'
import { createEventDeliveries } from '../webhooks/create-event-deliveries.ts'
import { deliverWebhook } from '../webhooks/deliver.ts'
import { enqueueDueDigests, sendDigest } from '../work-queue/daily-digest.ts'
import { deleteOldData } from './delete-old-data.ts'
import { failStuckRecords } from './fail-stuck.ts'
import { createJobContext, type JobDependencies } from './job-context.ts'
import { reencryptSecrets } from './reencrypt-secrets.ts'
import { createRefreshPageMarksJob } from './refresh-page-marks.ts'
import { sendPayoutEmail, sendStatementEmail } from './send-statement-email.ts'
import type { JobHandlers } from './worker.ts'

/** Returns the handlers of all jobs by name. If a handler is missing, the code does not compile. */
export const createJobHandlers = (parts: JobDependencies): JobHandlers => {
  const as = (name: string) => createJobContext(parts, name)
  return {
    'send-mail': (job) => sendEmail(as('send_mail'), job),
    'fan-out-event': ({ eventNo }) => createEventDeliveries(as('fan_out'), eventNo),
    'deliver-webhook': ({ deliveryId }, { attempt, maxAttempts }) =>
      deliverWebhook(as('deliver_webhook'), deliveryId, attempt >= maxAttempts),
    'find-policy-for-link': (wanted) => sendRequestedPolicyLink(as('link_request'), wanted),
    'mail-password-reset': ({ email }) => sendPasswordResetEmail(as('password_reset'), email),
    'refresh-page-marks': createRefreshPageMarksJob(parts.database.db),
    'fail-stuck': () => failStuckRecords(as('fail_stuck')),
    reseal: () => reencryptSecrets(as('reseal')),
    'forget-old': (_, { signal }) => deleteOldData(as('forget_old'), signal),
    'finish-payment': (charge) => finishPayment(as('finish_payment'), charge),
    'send-refund': ({ refundId }) => sendRefund(as('send_refund'), refundId),
    'reconcile-stripe': async () => {
      const { db, now, providers } = as('reconcile')
      await reconcileStripe({ db, client: providers.stripe.client, now })
    },
    'end-cover': ({ policyNo }) => endCoverage(as('end_cover'), policyNo),
    'request-cancellation-signature': (request) => requestSecondCancellationSignature(as('request_signature'), request),
    'review-cancellation': ({ policyNo }) => reviewCancellation(as('review'), policyNo),
    'mail-statement': ({ statementId }) => sendStatementEmail(as('mail_statement'), statementId),
    'mail-payout': ({ payoutItemId }) => sendPayoutEmail(as('mail_payout'), payoutItemId),
    'run-commissions': async ({ runId }, { attempt, maxAttempts, signal }) => {
      const ctx = as('run_commissions')
      try {
        await processCommissionRun(ctx, runId, { signal })
      } catch (problem) {
        if (attempt < maxAttempts) throw problem
        ctx.log.error({ err: problem, runId }, 'commission run failed after its last attempt')
        await failCommissionRun(ctx, runId, problem)
      }
    },
    'queue-letter': (job) => queueLetter(as('delinquency'), job),
    'queue-lender-removal': (job) => queueLenderRemovalLetter(as('delinquency'), job),
    'bill-new-payer': (job) => billNewPayer(as('delinquency'), job),
    'run-delinquency': (_, { signal }) => runDelinquency(as('delinquency'), signal),
    'rescind-paid-notice': ({ policyNo }) => rescindNoticeAfterPayment(as('delinquency'), policyNo),
    'sweep-terms': (_, { signal }) => sweepTerms(as('sweep_terms'), signal),
    'renew-policy': async ({ policyNo }) => {
      await renewPolicy(as('renewal'), policyNo)
    },
    'charge-renewal': ({ policyNo }) => chargeRenewal(as('automatic_payment'), policyNo),
    'sweep-offers': () => sweepOffers(as('reinstatement_offers')),
    'expire-offer': ({ policyNo }) => expireOffer(as('reinstatement_offers'), policyNo),
    'sweep-auto-pay': (_, { signal }) => sweepAutoPay(as('sweep_auto_pay'), signal),
    'charge-auto-pay': ({ policyNo }) => chargeAutoPay(as('auto_pay'), policyNo),
    'close-mortgagee-changes': () => closeExpiredMortgageeChanges(as('mortgagee_changes')),
    'end-term': ({ policyNo }) => expireTerm(as('end_of_term'), policyNo),
    'import-policies': (job, run) => importPolicies(() => as('import'), job, run),
    'bulk-job': (job, run) => runBulkJob(() => as('bulk_job'), job, run),
    'sweep-digests': () => enqueueDueDigests(as('sweep_digests')),
    'daily-digest': ({ accountId }) => sendDigest(as('daily_digest'), accountId),
    'sweep-payments': () => sweepPayments(as('sweep_payments')),
  }
}
