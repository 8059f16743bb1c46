import type { RegistrationPage } from '@tideline/sdk/types'
import { replaceLicenses } from '../agencies/people-and-licenses.ts'
import { writeAgency } from '../agencies/update-agency.ts'
import type { Ctx } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { alreadySigned, lockRegistration } from './registration.ts'
import { areSigned } from './store.ts'

/**
 * Keeps a page of the form; what it leaves out stays (API-6).
 *
 * @throws 404; 403 for an agency below the agent's; 409 once the papers are signed; 422 for an agency that is not being registered, and
 *   for numbers and licences that are not sound
 */
export const saveRegistration = (ctx: Ctx, agencyNo: string, wish: RegistrationPage): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { agency, rows } = await lockRegistration(ctx, agencyNo)
    if (areSigned(rows)) throw alreadySigned()
    const { licenses, taxId, bankRoutingNo, bankAccountNo, ...form } = wish
    if (licenses) await replaceLicenses(ctx.db, agency.agency_id, licenses, 'licenses')
    await writeAgency(ctx, agency, form, { taxId, bankRoutingNo, bankAccountNo })
  })
