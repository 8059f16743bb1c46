import { runDelinquencySchedule } from '../delinquency/run-delinquency.ts'
import { sweepTermsSchedule } from '../lifecycle/renew/sweep-terms.ts'
import { sweepAutoPaySchedule } from '../payments/auto-pay/sweep-auto-pay.ts'
import { sweepPaymentsSchedule } from '../payments/charge/finish-payment.ts'
import { reconcileSchedule } from '../payments/reconcile.ts'
import { sweepOffersSchedule } from '../payments/reinstatement-offers/expire-offers.ts'
import { sweepDigestsSchedule } from '../work-queue/daily-digest.ts'
import { deleteOldDataSchedule } from './delete-old-data.ts'
import { failStuckSchedule } from './fail-stuck.ts'
import { reencryptSecretsSchedule } from './reencrypt-secrets.ts'
import { refreshPageMarksSchedule } from './refresh-page-marks.ts'

const lines = [
  failStuckSchedule,
  refreshPageMarksSchedule,
  sweepPaymentsSchedule,
  reconcileSchedule,
  sweepTermsSchedule,
  sweepAutoPaySchedule,
  sweepOffersSchedule,
  runDelinquencySchedule,
  reencryptSecretsSchedule,
  deleteOldDataSchedule,
  sweepDigestsSchedule,
]

/** All recurring jobs in crontab format. */
export const crontabSchedule = lines.join('\n')

/** Names of the recurring jobs. In each crontab line, the name follows the five time fields. */
export const recurringJobNames = lines.map((line) => line.split(' ')[5] ?? '')
