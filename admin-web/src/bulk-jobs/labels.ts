import type { BulkAction, BulkJob } from '@tideline/sdk'
import { formatNumber } from '@tideline/web-kit/formats/format.ts'
import type { StateTone } from '../kit/tables/StateChip.tsx'

/** The title of each action, and the word for policies that have been processed, as in "12 of 40 emailed". */
export const actionLabels: Record<BulkAction, { title: string; done: string }> = {
  resendLink: { title: 'Links resent', done: 'emailed' },
  finalizeCancel: { title: 'Cancellations finalized', done: 'cancelled' },
  nonRenew: { title: 'Policies non-renewed', done: 'non-renewed' },
  rescindNonRenewal: { title: 'Non-renewals rescinded', done: 'rescinded' },
}

export const statusLabels: Record<BulkJob['status'], { word: string; look: StateTone }> = {
  queued: { word: 'Waiting', look: 'waits' },
  running: { word: 'In progress', look: 'under' },
  done: { word: 'Done', look: 'done' },
  failed: { word: 'Failed', look: 'bad' },
  cancelled: { word: 'Stopped', look: 'over' },
}

export const isInProgress = ({ status }: Pick<BulkJob, 'status'>) => status === 'queued' || status === 'running'

/** Returns the progress of a job as text, for example "12 of 40 emailed …". */
export const formatProgress = (job: BulkJob): string =>
  `${formatNumber(job.succeeded)} of ${formatNumber(job.total)} ${actionLabels[job.action].done}${job.failed > 0 ? `, ${formatNumber(job.failed)} failed` : ''}${isInProgress(job) ? ' …' : '.'}`
