import { writeAgency } from '../agencies/update-agency.ts'
import { writeAudit } from '../audit/audit.ts'
import { rejected } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { publishEvent } from '../outbox/domain-event.ts'
import { agencyApproved } from './events.ts'
import { lockRegistration } from './registration.ts'
import { addRegistrationEvent, areAgreementsSigned } from './store.ts'

/**
 * Activates an agency that has signed its agreements, and emails its people how to log in.
 * @throws {ApiError} 404 if the agency does not exist; 422 if agreements are unsigned or the agency is not being
 * registered
 */
export const approveRegistration = (ctx: Ctx, agencyNo: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { agency, rows } = await lockRegistration(ctx, agencyNo)
    if (!areAgreementsSigned(rows)) throw rejected('missing_document', 'The agency has not signed its agreements yet.')
    const { agency_id: agencyId, company } = agency
    await writeAgency(ctx, agency, { status: 'A' }, {})
    await addRegistrationEvent(ctx, { agencyId, event: 'approved' })
    await publishEvent(ctx, agencyApproved, { agencyId, agencyNo, company })
    await writeAudit(ctx, { action: 'agencyRegistration.approve', entity: 'agency', entityId: agencyNo })
  })
