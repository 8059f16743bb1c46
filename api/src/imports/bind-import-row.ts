import { sql } from 'kysely'
import { requireAllowedAgency } from '../agencies/store.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import { formatUsDate } from '../calendar/format-date.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import { isEarthquake } from '../catalog/products.ts'
import { createPolicyDocuments } from '../documents/create-documents.ts'
import { createConflictError } from '../http/api-error.ts'
import type { TransactionContext } from '../http/context.ts'
import { appendEvent } from '../outbox/append-event.ts'
import { bindTerm } from '../policy/bind-term.ts'
import { getNextPolicyNo } from '../policy/next-policy-no.ts'
import { getOrCreatePolicyholderIdentity } from '../policy/policyholder-identity.ts'
import type { ImportRow } from './columns.ts'

/** Origin of an imported policy: its upload, row number, county and author. */
export interface ImportRowOrigin {
  jobId: string
  rowNo: number
  county: { county_fips: string; name: string }
  author: { userId: string | null; name: string }
}

export const getAddressLine = ({ addr1, addr2, city, state, zip }: ImportRow) =>
  `${addr1}${addr2 ? ` ${addr2}` : ''}, ${city}, ${state} ${zip}`.toLowerCase()

/** Returns the message for a property that already has a policy with this product and inception date. */
export const getAlreadyInsuredMessage = (policyNo: string, inceptionDate: string) =>
  `addr1: policy ${policyNo} covers this property from ${formatUsDate(inceptionDate)}.`

/**
 * Checks that the property has no policy with this product and inception date. A lock ensures that concurrent imports
 * cannot add the same policy. Throws 409.
 */
async function requireUninsured({ db }: TransactionContext, row: ImportRow): Promise<void> {
  const line = getAddressLine(row)
  await sql`select pg_advisory_xact_lock(hashtext(${`${line}|${row.inceptionDate}`}))`.execute(db)
  const { rows } = await sql<{ policy_no: string }>`select policy_no from policies
    where lower(address_line) = ${line} and inception_date = ${row.inceptionDate} and product_id = ${row.productId}
      and cancelled_at is null limit 1`.execute(db)
  if (rows[0])
    throw createConflictError('already_exists', getAlreadyInsuredMessage(rows[0].policy_no, row.inceptionDate))
}

/**
 * Returns limits and premium. Earthquake policies have a single limit. All other policies have limits for building and
 * contents.
 */
const getCoverages = ({ productId, buildingCents, contentsCents, premiumCents }: ImportRow) => ({
  coverage_a_limit_cents: buildingCents,
  coverage_a_premium_cents: premiumCents,
  ...(contentsCents !== undefined && !isEarthquake(productId) && { coverage_b_limit_cents: contentsCents }),
})

/**
 * Binds the policy of one row with its term, invoice, documents to sign and audit entry. Call `assertNotRestricted`
 * first.
 * @throws {ApiError} 409 if the property already has this policy; 422 if the agency cannot write new business or the
 * state has no tax rates
 */
export async function bindImportRow(ctx: TransactionContext, row: ImportRow, origin: ImportRowOrigin): Promise<string> {
  const { db, now } = ctx
  const agency = await requireAllowedAgency(db, row.agencyNo, 'agencyNo', 'newBusiness')
  await requireUninsured(ctx, row)
  const policyNo = await getNextPolicyNo(db, row.productId)
  const quoteNumber = `Q${policyNo.slice(3)}`
  const { email, phone, firstName, lastName } = row
  const address = { addr1: row.addr1, addr2: row.addr2 ?? null, city: row.city, state: row.state, zip: row.zip }
  const { policy } = await bindTerm(db, {
    policy: {
      policy_no: policyNo,
      quote_number: quoteNumber,
      product_id: row.productId,
      agency_id: agency.agencyId,
      agency_no: agency.agencyNo,
      identity_id: await getOrCreatePolicyholderIdentity(db, { email, phone, firstName, lastName }),
      insured_name: `${firstName} ${lastName}`,
      first_name: firstName,
      last_name: lastName,
      ...{ email, phone },
      ...address,
      county: origin.county.name,
      county_fips: origin.county.county_fips,
      inception_date: row.inceptionDate,
      payment_interval: row.interval,
      original_post_date: getPropertyDate(now, row.state),
      bound_at: now,
    },
    risk: {
      user_description: 'Imported',
      mailing_addr1: address.addr1,
      mailing_addr2: address.addr2,
      mailing_city: address.city,
      mailing_state: address.state,
      mailing_zip: address.zip,
      mailing_country: 'US',
      year_built: row.yearBuilt ?? null,
      ...getCoverages(row),
      deductible_cents: row.deductibleCents,
      tiv_cents: row.buildingCents + (row.contentsCents ?? 0),
      meta: JSON.stringify({ quoteNumber }),
    },
    price: { grossCents: row.premiumCents, feeCents: row.feeCents },
    author: origin.author,
  })
  await createPolicyDocuments(db, { now, authorName: origin.author.name }, policy.policy_id)
  await appendEvent(ctx.db, 'policy.imported', { policyId: policy.policy_id }, {}, ctx.now)
  await writeAuditEntry(ctx, {
    action: 'policy.import',
    entity: 'policy',
    entityId: policyNo,
    policyId: policy.policy_id,
    details: { importJob: origin.jobId, rowNo: origin.rowNo, uploadedBy: origin.author.name },
  })
  return policy.policy_id
}
