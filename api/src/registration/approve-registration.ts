import { updateLockedAgency } from '../agencies/update-agency.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import { createUnprocessableError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { publishEvent } from '../outbox/domain-event.ts'
import { agencyApprovedEvent } from './events.ts'
import { lockAgencyRegistration } from './registration.ts'
import { addRegistrationEvent, areAgreementsSigned } from './store.ts'

/**
 * Activates an agency that has signed its agreements, and emails log-in instructions to its people.
 * @throws {ApiError} 404 if the agency does not exist; 422 if agreements are unsigned or the agency is not being
 * registered
 */
export const approveRegistration = (ctx: Ctx, agencyNo: string): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
    const { agency, rows } = await lockAgencyRegistration(ctx, agencyNo)
    if (!areAgreementsSigned(rows))
      throw createUnprocessableError('missing_document', 'The agency has not signed its agreements yet.')
    const { agency_id: agencyId, company } = agency
    await updateLockedAgency(ctx, agency, { status: 'A' }, {})
    await addRegistrationEvent(ctx, { agencyId, event: 'approved' })
    await publishEvent(ctx, agencyApprovedEvent, { agencyId, agencyNo, company })
    await writeAuditEntry(ctx, { action: 'agencyRegistration.approve', entity: 'agency', entityId: agencyNo })
  })
