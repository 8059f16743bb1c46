import type { Fact } from '../outbox/fact.ts'
import { type FinishedImport, mailFinished } from './mail-ended.ts'

/** What becomes of an upload, and who listens (ADR 41). */

export const importFinished: Fact<'import.finished', FinishedImport> = {
  type: 'import.finished',
  event: ({ job, state }) => ({ about: {}, data: { jobId: job.import_job_id, state } }),
  listeners: [mailFinished],
}
