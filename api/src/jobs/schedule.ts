import { sweepTermsSchedule } from '../lifecycle/renew/sweep-terms.ts'
import { sweepPaymentsSchedule } from '../payments/charge/finish-payment.ts'
import { reconcileSchedule } from '../payments/reconcile.ts'
import { refreshPageMarksSchedule } from './refresh-page-marks.ts'
import { resealSchedule } from './reseal.ts'

/** All recurring jobs, in crontab form. */
export const schedule = [
  refreshPageMarksSchedule,
  sweepPaymentsSchedule,
  reconcileSchedule,
  sweepTermsSchedule,
  resealSchedule,
].join('\n')
