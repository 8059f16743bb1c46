import type { ImportJob } from '@tideline/sdk'
import { importStatusLabels } from '@tideline/web-kit/labels/import-status.ts'
import { StateTag, type StateTone } from '../kit/tables/StateChip.tsx'

const looks: Record<ImportJob['status'], StateTone> = {
  queued: 'waits',
  running: 'under',
  done: 'done',
  failed: 'bad',
  cancelled: 'over',
}

/** A tag for the status of an import, with color, icon and text. */
export const ImportStatusTag = ({ status }: Pick<ImportJob, 'status'>) => (
  <StateTag word={importStatusLabels[status]} look={looks[status]} />
)
