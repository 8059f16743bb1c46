import type { ImportJob } from '@tideline/sdk'

/** The labels of import statuses, used in the portal and the back office. */
export const importStatusLabels: Record<ImportJob['status'], string> = {
  queued: 'Queued',
  running: 'Importing',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
}
