import type { RegistrationPage } from '@tideline/sdk/types'
import { replaceLicenses } from '../agencies/contacts-and-licenses.ts'
import { writeAgency } from '../agencies/update-agency.ts'
import type { Ctx } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { createAlreadySignedError, lockRegistration } from './registration.ts'
import { areAgreementsSigned } from './store.ts'

/**
 * Saves a page of the form. Fields that are left out do not change (API-6).
 * @throws ApiError 404; 403 for a sub-agency of the agent's agency; 409 once the agreements are signed; 422 when the
 * agency is not being registered, or for an invalid number or license
 */
export const saveRegistration = (ctx: Ctx, agencyNo: string, wish: RegistrationPage): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { agency, rows } = await lockRegistration(ctx, agencyNo)
    if (areAgreementsSigned(rows)) throw createAlreadySignedError()
    const { licenses, taxId, bankRoutingNo, bankAccountNo, ...form } = wish
    if (licenses) await replaceLicenses(ctx.db, agency.agency_id, licenses, 'licenses')
    await writeAgency(ctx, agency, form, { taxId, bankRoutingNo, bankAccountNo })
  })
