import { mailPasswordReset } from '../accounts/reset-by-link.ts'
import { reviewCancellation } from '../lifecycle/cancel/review-cancellation.ts'
import { findPolicyForLink } from '../links/request-link.ts'
import { sendMail } from '../notifications/queue-mail.ts'
import { finishPayment, sweepPayments } from '../payments/charge/finish-payment.ts'
import { reconcile } from '../payments/reconcile.ts'
import { sendRefund } from '../payments/refunds/refund.ts'
import { type JobParts, jobCtx } from './job-ctx.ts'
import { refreshPageMarksJob } from './refresh-page-marks.ts'
import type { JobHandlers } from './worker.ts'

/** Every job by name; a job without a handler does not compile. */
export const jobHandlers = (parts: JobParts): JobHandlers => {
  const { database, providers, config } = parts
  return {
    'send-mail': (job) => sendMail(database.db, providers, job),
    'find-policy-for-link': (wanted) => findPolicyForLink(jobCtx(parts, 'link_request'), wanted),
    'mail-password-reset': ({ email }) => mailPasswordReset(jobCtx(parts, 'password_reset'), email),
    'refresh-page-marks': refreshPageMarksJob(database.db),
    'finish-payment': (charge) => finishPayment({ db: database.db, providers, config, now: new Date() }, charge),
    'send-refund': ({ refundId }) => sendRefund({ db: database.db, providers, config, now: new Date() }, refundId),
    'reconcile-stripe': async () => {
      await reconcile({ db: database.db, client: providers.stripe.client, now: new Date() })
    },
    'review-cancellation': ({ policyNo }) => reviewCancellation(jobCtx(parts, 'review'), policyNo),
    'sweep-payments': () => sweepPayments({ db: database.db, now: new Date() }),
  }
}
