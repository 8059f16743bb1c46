import type { ImportJob } from '@tideline/sdk'

/** Status labels of an import, in both apps. */
export const importStatusLabels: Record<ImportJob['status'], string> = {
  queued: 'Queued',
  running: 'Importing',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Canceled',
}
