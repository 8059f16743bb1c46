import type { BulkAction, BulkJob } from '@tideline/sdk'
import { formatNumber } from '@tideline/web-kit/formats/format.ts'
import type { StateTone } from '../kit/tables/StateChip.tsx'

/** The title of each action and the verb for its progress text, such as "emailed" in "12 of 40 emailed". */
export const actionLabels: Record<BulkAction, { title: string; done: string }> = {
  resendLink: { title: 'Links resent', done: 'emailed' },
  finalizeCancel: { title: 'Cancellations finalized', done: 'cancelled' },
  nonRenew: { title: 'Policies non-renewed', done: 'non-renewed' },
  rescindNonRenewal: { title: 'Non-renewals rescinded', done: 'rescinded' },
}

export const statusLabels: Record<BulkJob['status'], { word: string; tone: StateTone }> = {
  queued: { word: 'Waiting', tone: 'pending' },
  running: { word: 'In progress', tone: 'inProgress' },
  done: { word: 'Done', tone: 'done' },
  failed: { word: 'Failed', tone: 'failed' },
  cancelled: { word: 'Stopped', tone: 'ended' },
}

export const isInProgress = ({ status }: Pick<BulkJob, 'status'>) => status === 'queued' || status === 'running'

/** Returns whether a new job can process the policies that failed or were not processed. */
export const canRetry = (job: Pick<BulkJob, 'status' | 'action' | 'total' | 'succeeded'>): boolean =>
  !isInProgress(job) && job.succeeded < job.total && job.action !== 'rescindNonRenewal'

/** Returns the progress of a job as text, for example "12 of 40 emailed …". */
export const formatProgress = (job: BulkJob): string =>
  `${formatNumber(job.succeeded)} of ${formatNumber(job.total)} ${actionLabels[job.action].done}${job.failed > 0 ? `, ${formatNumber(job.failed)} failed` : ''}${isInProgress(job) ? ' …' : '.'}`
