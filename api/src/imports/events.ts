import type { DomainEvent } from '../outbox/domain-event.ts'
import { type FinishedImport, sendImportEmail } from './import-email.ts'

/** Event that is published when an import has finished, with its subscribers (ADR 41). */

export const importFinishedEvent: DomainEvent<'import.finished', FinishedImport> = {
  type: 'import.finished',
  event: ({ job, state }) => ({ about: {}, data: { jobId: job.import_job_id, state } }),
  listeners: [sendImportEmail],
}
