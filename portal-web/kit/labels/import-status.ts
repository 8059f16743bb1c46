import type { ImportJob } from '@tideline/sdk'

/** Status labels for imports, used in both apps. */
export const importStatusLabels: Record<ImportJob['status'], string> = {
  queued: 'Queued',
  running: 'Importing',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Canceled',
}
