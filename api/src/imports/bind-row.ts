import { sql } from 'kysely'
import { requireActive } from '../agencies/store.ts'
import { writeAudit } from '../audit/audit.ts'
import { formatUsDate } from '../calendar/format-date.ts'
import { getPropertyDate } from '../calendar/property-day.ts'
import { isEarthquake } from '../catalog/products.ts'
import { createPolicyDocuments } from '../documents/create-documents.ts'
import { conflict } from '../http/api-error.ts'
import type { TransactionContext } from '../http/context.ts'
import { appendEvent } from '../outbox/append-event.ts'
import { bindTerm } from '../policy/bind-term.ts'
import { savePolicyholderIdentity } from '../policy/identity.ts'
import { nextPolicyNo } from '../policy/next-policy-no.ts'
import type { ImportRow } from './columns.ts'

/** Whose upload a row comes from, and where it stands there. */
export interface Origin {
  jobId: string
  rowNo: number
  county: { county_fips: string; name: string }
  author: { userId: string | null; name: string }
}

export const addressLine = ({ addr1, addr2, city, state, zip }: ImportRow) =>
  `${addr1}${addr2 ? ` ${addr2}` : ''}, ${city}, ${state} ${zip}`.toLowerCase()

/** The message for a property that has a policy of this product and effective date. */
export const alreadyInsured = (policyNo: string, inceptionDate: string) =>
  `addr1: policy ${policyNo} covers this property from ${formatUsDate(inceptionDate)}.`

/** A property has one policy of a product from a day on, whichever file or row brings it. Throws 422. */
async function requireUninsured({ db }: TransactionContext, row: ImportRow): Promise<void> {
  const line = addressLine(row)
  await sql`select pg_advisory_xact_lock(hashtext(${`${line}|${row.inceptionDate}`}))`.execute(db)
  const { rows } = await sql<{ policy_no: string }>`select policy_no from policies
    where lower(address_line) = ${line} and inception_date = ${row.inceptionDate} and product_id = ${row.productId}
      and cancelled_at is null limit 1`.execute(db)
  if (rows[0]) throw conflict('already_exists', alreadyInsured(rows[0].policy_no, row.inceptionDate))
}

/** What is insured and for how much. An earthquake policy pays one sum; others insure building and contents. */
const getCoverages = ({ productId, buildingCents, contentsCents, premiumCents }: ImportRow) => ({
  coverage_a_limit_cents: buildingCents,
  coverage_a_premium_cents: premiumCents,
  ...(contentsCents !== undefined && !isEarthquake(productId) && { coverage_b_limit_cents: contentsCents }),
})

/**
 * Writes the policy of one row, as binding it would: term, invoice, papers to sign, audit entry. Throws 422 for an agency that takes
 * no new business, a property that has this policy already, and a state without taxes. Call `assertNotRestricted` before.
 */
export async function bindRow(ctx: TransactionContext, row: ImportRow, origin: Origin): Promise<string> {
  const { db, now } = ctx
  const agency = await requireActive(db, row.agencyNo, 'agencyNo', 'newBusiness')
  await requireUninsured(ctx, row)
  const policyNo = await nextPolicyNo(db, row.productId)
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
      identity_id: await savePolicyholderIdentity(db, { email, phone, firstName, lastName }),
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
  await writeAudit(ctx, {
    action: 'policy.import',
    entity: 'policy',
    entityId: policyNo,
    policyId: policy.policy_id,
    details: { importJob: origin.jobId, rowNo: origin.rowNo, uploadedBy: origin.author.name },
  })
  return policy.policy_id
}
