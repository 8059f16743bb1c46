import { sql } from 'kysely'
import { requireAllowedAgency } from '../agencies/store.ts'
import { writeAuditEntries } from '../audit/audit.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import { isEarthquake } from '../catalog/products.ts'
import { createPolicyDocuments } from '../documents/create-documents.ts'
import { ApiError, createConflictError, createUnprocessableError } from '../http/api-error.ts'
import type { TransactionContext } from '../http/context.ts'
import { assertNotRestricted } from '../moratoriums/assert-not-restricted.ts'
import { findRestriction, type MoratoriumLookup } from '../moratoriums/find-restriction.ts'
import { appendPolicyEvents } from '../outbox/append-event.ts'
import { bindTerms, type Term } from '../policy/bind-term.ts'
import { getNextPolicyNos } from '../policy/next-policy-no.ts'
import { getOrCreatePolicyholderIdentities } from '../policy/policyholder-identity.ts'
import { getTaxRates } from '../taxes/tax-rates.ts'
import { createCountyLookup } from './check-rows.ts'
import { type ImportRow, parseImportRow, type RowCells } from './columns.ts'
import { findInsuredProperties, getAlreadyInsuredMessage, getPropertyKey } from './insured-properties.ts'
import { memoize } from './memoize.ts'

/** A row of an upload, as stored. */
export interface StoredRow {
  rowNo: number
  cells: RowCells
}

/** The upload that contains the rows, and its author. */
export interface ImportOrigin {
  jobId: string
  author: { userId: string | null; name: string }
}

/** A row that can be bound, with the agency and county that it names. */
interface CheckedRow {
  rowNo: number
  row: ImportRow
  agency: { agencyId: string; agencyNo: string }
  county: { county_fips: string; name: string }
}

/**
 * Binds a policy for each row: its term, invoice, documents to sign, event and audit entry. Returns the policy id of
 * each row, or the error that rejects the row. If the property of a row occurs earlier in `rows`, stops before that row
 * and returns fewer results.
 * @throws {ApiError} 422 if the database rejects a value of any row
 */
export async function bindImportRows(
  ctx: TransactionContext,
  rows: readonly StoredRow[],
  origin: ImportOrigin,
): Promise<(string | ApiError)[]> {
  const checked = await checkStoredRows(ctx, rows)
  const accepted = checked.filter((row): row is CheckedRow => !(row instanceof ApiError))
  const policyIds = accepted.length > 0 ? await bindRows(ctx, accepted, origin) : []
  const byRow = new Map(accepted.map(({ rowNo }, index) => [rowNo, policyIds[index] as string]))
  return checked.map((row) => (row instanceof ApiError ? row : (byRow.get(row.rowNo) as string)))
}

/**
 * Checks rows again at import because dates, agencies, moratoriums and policies can change while the job is queued. The
 * locks prevent concurrent imports from adding the same policy.
 */
async function checkStoredRows(
  ctx: TransactionContext,
  rows: readonly StoredRow[],
): Promise<(CheckedRow | ApiError)[]> {
  const today = getPropertyDate(ctx.now, 'FL')
  const parsed = takeUntilDuplicate(rows.map(({ rowNo, cells }) => ({ rowNo, outcome: parseImportRow(cells, today) })))
  const valid = parsed.flatMap(({ outcome }) => ('row' in outcome ? outcome.row : []))
  await lockProperties(ctx, valid)
  const insured = await findInsuredProperties(ctx.db, valid)
  const findCounty = await createCountyLookup(ctx.db, valid)
  const getAgency = memoize((agencyNo: string) => requireAllowedAgency(ctx.db, agencyNo, 'agencyNo', 'newBusiness'))
  const getRestriction = memoize((risk: MoratoriumLookup) => findRestriction(ctx.db, risk))

  async function checkRow({ rowNo, outcome }: (typeof parsed)[number]): Promise<CheckedRow> {
    if ('problems' in outcome)
      throw createUnprocessableError('invalid_file', outcome.problems.map(({ message }) => message).join(' '))
    const { row } = outcome
    const { productId, state, inceptionDate } = row
    const county = findCounty(row)
    if (!county) throw createUnprocessableError('invalid_file', `county: there is no ${row.county} in ${state}.`)
    const risk = { productId, countyFips: county.county_fips }
    const day = getPropertyDate(ctx.now, state)
    if (await getRestriction({ ...risk, actions: ['newBusiness'], day }))
      await assertNotRestricted(ctx, { ...risk, policyId: null }, ['newBusiness'], day)
    const agency = await getAgency(row.agencyNo)
    const policyNo = insured.get(getPropertyKey(row))
    if (policyNo) throw createConflictError('already_exists', getAlreadyInsuredMessage(policyNo, inceptionDate))
    await getTaxRates(ctx.db, { state, productId, day: inceptionDate })
    return { rowNo, row, agency, county }
  }

  const results: (CheckedRow | ApiError)[] = []
  for (const row of parsed) results.push(await checkRow(row).catch(returnApiError))
  return results
}

function returnApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  throw thrown
}

/** Returns the rows before the first repeated property. */
function takeUntilDuplicate<Row extends { outcome: ReturnType<typeof parseImportRow> }>(rows: readonly Row[]): Row[] {
  const seen = new Set<string>()
  const duplicate = rows.findIndex(({ outcome }) => {
    if (!('row' in outcome)) return false
    const key = getPropertyKey(outcome.row)
    return seen.size === seen.add(key).size
  })
  return rows.slice(0, duplicate < 0 ? rows.length : duplicate)
}

/** Locks the properties until the transaction ends, in a fixed order so that concurrent imports cannot deadlock. */
async function lockProperties({ db }: TransactionContext, rows: readonly ImportRow[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtext(property) as key from unnest(${rows.map(getPropertyKey)}::text[]) property order by 1) keys`.execute(
    db,
  )
}

/** Binds rows that passed all checks. Returns their policy ids in the same order. */
async function bindRows(
  ctx: TransactionContext,
  rows: readonly CheckedRow[],
  { jobId, author }: ImportOrigin,
): Promise<string[]> {
  const policyNos = await getNextPolicyNos(
    ctx.db,
    rows.map(({ row }) => row.productId),
  )
  const identityIds = await getOrCreatePolicyholderIdentities(
    ctx.db,
    rows.map(({ row }) => row),
  )
  const bound = await bindTerms(
    ctx.db,
    rows.map((row, index) => ({
      ...buildTerm(ctx, row, policyNos[index] as string, identityIds[index] as string),
      author,
    })),
  )
  const policies = bound.map(({ policy }) => policy)
  const policyIds = policies.map(({ policy_id }) => policy_id)
  await createPolicyDocuments(ctx.db, { now: ctx.now, authorName: author.name }, policyIds)
  await appendPolicyEvents(
    ctx.db,
    'policy.imported',
    policyIds.map((policyId) => ({ policyId, data: {} })),
    ctx.now,
  )
  await writeAuditEntries(
    ctx,
    policies.map((policy, index) => ({
      action: 'policy.import',
      entity: 'policy',
      entityId: policy.policy_no,
      policyId: policy.policy_id,
      details: { importJob: jobId, rowNo: rows[index]?.rowNo, uploadedBy: author.name },
    })),
  )
  return policyIds
}

function buildTerm(
  { now }: TransactionContext,
  { row, agency, county }: CheckedRow,
  policyNo: string,
  identityId: string,
): Omit<Term, 'author'> {
  const quoteNumber = `Q${policyNo.slice(3)}`
  const { email, phone, firstName, lastName } = row
  const address = { addr1: row.addr1, addr2: row.addr2 ?? null, city: row.city, state: row.state, zip: row.zip }
  return {
    policy: {
      policy_no: policyNo,
      quote_number: quoteNumber,
      product_id: row.productId,
      agency_id: agency.agencyId,
      agency_no: agency.agencyNo,
      identity_id: identityId,
      insured_name: `${firstName} ${lastName}`,
      first_name: firstName,
      last_name: lastName,
      ...{ email, phone },
      ...address,
      county: county.name,
      county_fips: county.county_fips,
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
  }
}

/**
 * Returns the columns for limits and premium. Earthquake policies have a single limit. All other policies have limits
 * for building and contents.
 */
const getCoverages = ({ productId, buildingCents, contentsCents, premiumCents }: ImportRow) => ({
  coverage_a_limit_cents: buildingCents,
  coverage_a_premium_cents: premiumCents,
  ...(contentsCents !== undefined && !isEarthquake(productId) && { coverage_b_limit_cents: contentsCents }),
})
