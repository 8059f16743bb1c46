import type { DomainEvent } from '../outbox/domain-event.ts'
import { type FinishedImport, sendImportEmail } from './import-email.ts'

/** Published when an import has finished. The subscribers are listed here (ADR 41). */

export const importFinishedEvent: DomainEvent<'import.finished', FinishedImport> = {
  type: 'import.finished',
  event: ({ job, state }) => ({ about: {}, data: { jobId: job.import_job_id, state } }),
  listeners: [sendImportEmail],
}
