import type { AgencyContactInfo, AgencyLicenseInfo } from '@tideline/sdk/types'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { createUnprocessableError } from '../http/api-error.ts'

/** Returns the contacts of an agency in the order of their creation. */
export async function getContacts(db: Kysely<DB>, agencyId: string): Promise<AgencyContactInfo[]> {
  return db
    .selectFrom('agency_contacts')
    .select(['contact_id as contactId', 'first_name as firstName', 'last_name as lastName', 'email', 'phone', 'title'])
    .where('agency_id', '=', agencyId)
    .orderBy('created_at')
    .orderBy('contact_id')
    .limit(200)
    .execute()
}

/** Returns the licenses of an agency, sorted by state. */
export async function getLicenses(db: Kysely<DB>, agencyId: string): Promise<AgencyLicenseInfo[]> {
  return db
    .selectFrom('agency_licenses')
    .select(['license_id as licenseId', 'state', 'license_no as licenseNo', 'type'])
    .select(['effective_date as effectiveDate', 'expiration'])
    .where('agency_id', '=', agencyId)
    .orderBy('state')
    .orderBy('license_no')
    .limit(200)
    .execute()
}

/** Returns the ids from a form that do not belong to the agency. */
const findForeignIds = (named: readonly (string | undefined)[], known: readonly (string | undefined)[]) =>
  named.filter((id) => id !== undefined && !known.includes(id))

/**
 * Replaces all contacts of an agency. Contacts without an id are added.
 * @throws {ApiError} 422 if a contact belongs to another agency
 */
export async function replaceContacts(
  trx: Transaction<DB>,
  agencyId: string,
  contacts: readonly AgencyContactInfo[],
  field = 'agencyContactInfo',
): Promise<void> {
  const known = (await getContacts(trx, agencyId)).map(({ contactId }) => contactId)
  const [stranger] = findForeignIds(
    contacts.map(({ contactId }) => contactId),
    known,
  )
  if (stranger)
    throw createUnprocessableError('unknown_contact', `${field}: the agency has no contact ${stranger}.`, field)
  const kept = contacts.flatMap(({ contactId }) => contactId ?? [])
  await trx
    .deleteFrom('agency_contacts')
    .where('agency_id', '=', agencyId)
    .$if(kept.length > 0, (query) => query.where('contact_id', 'not in', kept))
    .execute()
  for (const { contactId, firstName, lastName, email, phone, title } of contacts) {
    const columns = { first_name: firstName, last_name: lastName, email, phone: phone ?? null, title: title ?? null }
    if (contactId) await trx.updateTable('agency_contacts').set(columns).where('contact_id', '=', contactId).execute()
    else
      await trx
        .insertInto('agency_contacts')
        .values({ agency_id: agencyId, ...columns })
        .execute()
  }
}

/** Throws 422 if a license is listed twice or expires on or before its effective date. */
function assertValidLicenses(licenses: readonly AgencyLicenseInfo[], field: string): void {
  const seen = new Set<string>()
  for (const { state, licenseNo, effectiveDate, expiration } of licenses) {
    const name = `${state} ${licenseNo}`
    if (seen.has(name)) throw createUnprocessableError('duplicate_item', `${field}: ${name} is listed twice.`, field)
    if (expiration <= effectiveDate)
      throw createUnprocessableError('stop_before_start', `${field}: ${name} expires before its effective date.`, field)
    seen.add(name)
  }
}

/**
 * Replaces all licenses of an agency.
 * @throws {ApiError} 422 if a license belongs to another agency, is listed twice, or expires on or before its effective
 * date
 */
export async function replaceLicenses(
  trx: Transaction<DB>,
  agencyId: string,
  licenses: readonly AgencyLicenseInfo[],
  field = 'agencyLicenseInfo',
): Promise<void> {
  assertValidLicenses(licenses, field)
  const known = (await getLicenses(trx, agencyId)).map(({ licenseId }) => licenseId)
  const [stranger] = findForeignIds(
    licenses.map(({ licenseId }) => licenseId),
    known,
  )
  if (stranger)
    throw createUnprocessableError('unknown_license', `${field}: the agency has no license ${stranger}.`, field)
  // Deletes and inserts all rows so that two licenses can exchange their numbers.
  await trx.deleteFrom('agency_licenses').where('agency_id', '=', agencyId).execute()
  if (licenses.length === 0) return
  await trx
    .insertInto('agency_licenses')
    .values(
      licenses.map(({ licenseId, state, licenseNo, type, effectiveDate, expiration }) => ({
        ...(licenseId && { license_id: licenseId }),
        ...{ agency_id: agencyId, state, license_no: licenseNo, type, effective_date: effectiveDate, expiration },
      })),
    )
    .execute()
}
