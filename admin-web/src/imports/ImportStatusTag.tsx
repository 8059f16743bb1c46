import type { ImportJob } from '@tideline/sdk'
import { importStatusLabels } from '@tideline/web-kit/labels/import-status.ts'
import { StateTag, type StateTone } from '../kit/tables/StateChip.tsx'

const tones: Record<ImportJob['status'], StateTone> = {
  queued: 'pending',
  running: 'inProgress',
  done: 'done',
  failed: 'failed',
  cancelled: 'ended',
}

/** A tag for the status of an import, with color, icon and text. */
export const ImportStatusTag = ({ status }: Pick<ImportJob, 'status'>) => (
  <StateTag word={importStatusLabels[status]} tone={tones[status]} />
)
