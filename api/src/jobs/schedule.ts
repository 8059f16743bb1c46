import { runDelinquencySchedule } from '../delinquency/run-delinquency.ts'
import { mortgageeChangeSweepSchedule } from '../endorsements/mortgagee-changes/close-expired.ts'
import { termSweepSchedule } from '../lifecycle/renew/sweep-terms.ts'
import { autoPaySweepSchedule } from '../payments/auto-pay/sweep-auto-pay.ts'
import { paymentSweepSchedule } from '../payments/charge/finish-payment.ts'
import { reconcileSchedule } from '../payments/reconcile.ts'
import { offerSweepSchedule } from '../payments/reinstatement-offers/expire-offers.ts'
import { digestSweepSchedule } from '../work-queue/daily-digest.ts'
import { deleteOldDataSchedule } from './delete-old-data.ts'
import { failStuckSchedule } from './fail-stuck.ts'
import { reencryptSecretsSchedule } from './reencrypt-secrets.ts'
import { pageMarkRefreshSchedule } from './refresh-page-marks.ts'

const lines = [
  failStuckSchedule,
  pageMarkRefreshSchedule,
  paymentSweepSchedule,
  reconcileSchedule,
  termSweepSchedule,
  autoPaySweepSchedule,
  offerSweepSchedule,
  mortgageeChangeSweepSchedule,
  runDelinquencySchedule,
  reencryptSecretsSchedule,
  deleteOldDataSchedule,
  digestSweepSchedule,
]

/** All recurring jobs in crontab format. */
export const crontabSchedule = lines.join('\n')

/** Names of the recurring jobs. In each crontab line, the name follows the five time fields. */
export const recurringJobNames = lines.map((line) => line.split(' ')[5] ?? '')
