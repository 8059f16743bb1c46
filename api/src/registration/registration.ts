import type { AgencyRegistration, RegistrationForm } from '@tideline/sdk/types'
import type { Selectable } from 'kysely'
import { readAgency } from '../agencies/agency.ts'
import { assertOwnAgency, lockAgency } from '../agencies/update-agency.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import type { Agency } from '../db/schema.ts'
import { getAgencyDocumentLink } from '../documents/agency-documents.ts'
import { createConflictError, createUnprocessableError } from '../http/api-error.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { registrationConsent } from './agreements.ts'
import { findMissingFields } from './missing-fields.ts'
import { areAgreementsSigned, findLastSentRegistrationLink, getRegistrationAgreements } from './store.ts'

/** Returns the registration form of an agency with masked numbers. */
async function toForm(
  ctx: Ctx,
  agencyNo: string,
): Promise<{ form: RegistrationForm; agencyId: string; status: Status }> {
  const { agencyInfo, agencyDetailInfo: detail, agencyLicenseInfo: licenses } = await readAgency(ctx, agencyNo)
  const { company, taxId, addr1, city, state, zip, phone, email } = detail
  const { addr2 = null, eoInsurer = null, eoPolicyNumber = null, eoExpiration = null } = detail
  const { bankName = null, bankRoutingNo = null, bankAccountNo = null } = detail
  return {
    ...{ agencyId: agencyInfo.agencyId, status: detail.status },
    form: {
      ...{ company, taxId, addr1, addr2, city, state, zip, phone, email, licenses },
      ...{ eoInsurer, eoPolicyNumber, eoExpiration, bankName, bankRoutingNo, bankAccountNo },
    },
  }
}

type Status = Selectable<Agency>['status']

/** Returns the fields that a registration still needs. Uses the current date in the agency's state. */
const findMissingToday = (form: RegistrationForm, now: Date) =>
  findMissingFields(form, getPropertyDate(now, form.state ?? 'NY'))

/**
 * Returns the form and status of an agency's registration. Throws 404 if the agency does not exist or is not visible to
 * the caller.
 */
export async function readRegistration(ctx: Ctx, agencyNo: string): Promise<AgencyRegistration> {
  const { form, agencyId, status } = await toForm(ctx, agencyNo)
  const rows = await getRegistrationAgreements(ctx.db, agencyId)
  const sent = await findLastSentRegistrationLink(ctx.db, agencyId)
  return {
    ...{ agencyNo, company: form.company, status, form },
    isComplete: areAgreementsSigned(rows),
    lastSent: sent ? { to: sent.to, at: sent.at.toISOString() } : null,
    missing: status === 'P' ? findMissingToday(form, ctx.now) : [],
    consent: registrationConsent,
    documents: rows.map((row) => ({
      registrationDocId: row.registration_doc_id,
      docName: row.doc_name,
      docText: row.doc_text,
      link: row.document_name && getAgencyDocumentLink(agencyNo, row.document_name),
      signedByName: row.signed_by_name,
      signedAt: row.signed_at?.toISOString() ?? null,
    })),
  }
}

/**
 * Locks an agency in registration and returns it with its agreements.
 * @throws {ApiError} 404 if the agency is not visible to the caller; 403 if it is a sub-agency of the agent's agency;
 * 422 if it is not being registered
 */
export async function lockAgencyRegistration(ctx: TransactionContext, agencyNo: string) {
  const agency = await lockAgency(ctx, { no: agencyNo })
  assertOwnAgency(ctx, agency.agency_id)
  if (agency.status !== 'P')
    throw createUnprocessableError('agency_inactive', 'agencyNo: the agency is not being registered.', 'agencyNo')
  return { agency, rows: await getRegistrationAgreements(ctx.db, agency.agency_id) }
}

export const createRegistrationSignedError = () =>
  createConflictError('already_signed', 'The agreements of this agency have already been signed.')
