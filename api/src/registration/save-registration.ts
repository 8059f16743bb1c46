import type { RegistrationPage } from '@tideline/sdk/types'
import { replaceLicenses } from '../agencies/contacts-and-licenses.ts'
import { submitBankChange, updateLockedAgency } from '../agencies/update-agency.ts'
import type { Ctx } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { createRegistrationSignedError, lockAgencyRegistration } from './registration.ts'
import { areAgreementsSigned } from './store.ts'

/**
 * Saves a page of the registration form. Omitted fields stay unchanged (API-6). Returns whether a bank account change is
 * pending approval.
 * @throws {ApiError} 404 if the agency is not visible to the caller; 403 if it is a sub-agency of the agent's agency;
 * 409 if the agreements are signed; 422 if the agency is not being registered or a number or license is invalid
 */
export const saveRegistration = (
  ctx: Ctx,
  agencyNo: string,
  input: RegistrationPage,
): Promise<{ isBankPending: boolean }> =>
  runInTransaction(ctx, async (ctx) => {
    const { agency, rows } = await lockAgencyRegistration(ctx, agencyNo)
    if (areAgreementsSigned(rows)) throw createRegistrationSignedError()
    const { licenses, taxId, bankRoutingNo, bankAccountNo, ...form } = input
    if (licenses) await replaceLicenses(ctx.db, agency.agency_id, licenses, 'licenses')
    const bank = { bankRoutingNo, bankAccountNo }
    const isBankPending = await submitBankChange(ctx, agency, bank)
    await updateLockedAgency(ctx, agency, form, { taxId, ...(isBankPending ? {} : bank) })
    return { isBankPending }
  })
