import type { ImportJob } from '@tideline/sdk'

/** What an upload's state is called. */
export const statusWords: Record<ImportJob['status'], string> = {
  queued: 'Waiting',
  running: 'Importing',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

/** Rows are still being imported. */
export const isUnderWay = ({ status }: ImportJob) => status === 'queued' || status === 'running'
