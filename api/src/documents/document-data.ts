import type { Kysely } from 'kysely'
import { getAgency, getHistoricalCompanyName } from '../agencies/store.ts'
import { chargeNames } from '../catalog/charges.ts'
import { getCoverageLines } from '../catalog/coverages.ts'
import type { DB } from '../db/schema.ts'
import { formatUsPhone } from '../http/phone.ts'
import { getInvoicedDueDate } from '../ledger/invoices.ts'
import { splitIntoMonthlyInstallments } from '../policy/bind-term.ts'
import { formatMailingAddress } from '../policy/mailing-address.ts'
import { readPricedTerm } from '../policy/read-term.ts'
import { getCoveragePeriods, getDeductiblePeriods } from '../pricing/coverage-periods.ts'
import { formatAddressLine } from '../providers/addresses/suggestion.ts'
import type { PolicyDocumentData } from '../providers/pdf/policy-documents.ts'
import { readSettings } from '../settings/settings.ts'
import { getTermTaxes, toTaxChargeLines } from '../taxes/taxes.ts'

/** Returns the lienholders of a policy as printed on documents, one line each. */
export async function getPrintedLienholders(db: Kysely<DB>, policyId: string): Promise<string[]> {
  const lienholders = await db
    .selectFrom('lienholders')
    .select(['name1', 'mortgage_clause', 'addr1', 'addr2', 'city', 'state', 'zip', 'reference'])
    .where('policy_id', '=', policyId)
    .orderBy('position')
    .execute()
  return lienholders.map((l) =>
    [l.name1, l.mortgage_clause, formatAddressLine(l), l.reference && `loan ${l.reference}`].filter(Boolean).join(', '),
  )
}

/**
 * Returns the data for a transaction's documents. Policy and agency data are as of the transaction, not today.
 * @param lienholders the lienholders to print, if they differ from the current ones
 */
export async function getDocumentData(
  db: Kysely<DB>,
  transactionId: string,
  issuedAt: Date,
  lienholders?: string[] | null,
): Promise<PolicyDocumentData> {
  const t = await db
    .selectFrom('policy_transactions')
    .selectAll()
    .where('policy_transaction_id', '=', transactionId)
    .executeTakeFirstOrThrow()
  const policy = await db
    .selectFrom('policies as p')
    .innerJoin('products as k', 'k.product_id', 'p.product_id')
    .select(['p.policy_no', 'p.insured_name', 'p.address_line', 'p.inception_date', 'p.expiration_date'])
    .select(['p.product_id', 'p.payment_interval'])
    .select('k.name as productName')
    .where('p.policy_id', '=', t.policy_id)
    .executeTakeFirstOrThrow()
  const { schedule } = await readPricedTerm(
    db,
    { policyId: t.policy_id, inceptionDate: policy.inception_date, expirationDate: policy.expiration_date },
    t.sequence,
  )
  const agency = await getAgency(db, t.agency_id)
  const { brand, supportPhone } = await readSettings(db, issuedAt)
  const propertyAddress = policy.address_line ?? ''
  const mailingAddress = formatMailingAddress(t, propertyAddress)
  const property: [string, string | number | null][] = [
    ['Property type', t.property_type_desc],
    ['Occupancy', t.occupancy_type_desc],
    ['Construction', t.construction_desc],
    ['Foundation', t.foundation_type_desc],
    ['Year built', t.year_built],
    ['Stories', t.stories],
    ['Flood zone', t.flood_zone],
  ]
  return {
    policyNo: policy.policy_no,
    productName: policy.productName,
    insuredName: policy.insured_name,
    mailingAddress,
    propertyAddress,
    agencyName: await getHistoricalCompanyName(db, agency, issuedAt),
    agencyNo: agency.agencyNo,
    ...(agency.phone && { agencyPhone: formatUsPhone(agency.phone) }),
    insurer: { name: brand, phone: formatUsPhone(supportPhone) },
    inceptionDate: policy.inception_date,
    expirationDate: policy.expiration_date,
    property: property.filter(([, value]) => value !== null).map(([label, value]) => [label, String(value)]),
    coverages: getCoverageLines(t, {
      inceptionDate: policy.inception_date,
      limits: getCoveragePeriods(schedule),
    }),
    deductibles: getDeductiblePeriods(schedule),
    charges: [
      { label: chargeNames.premium, amountCents: t.gross_premium_cents },
      { label: chargeNames.policy_fee, amountCents: t.policy_fee_cents },
      ...toTaxChargeLines(getTermTaxes(t))
        .filter(({ amountCents }) => amountCents !== 0)
        .map(({ description, amountCents }) => ({ label: description, amountCents })),
    ],
    totalPremiumCents: t.total_premium_cents,
    ...(policy.payment_interval === 'Monthly' &&
      t.sequence === 1 && {
        installments: splitIntoMonthlyInstallments(
          t.total_premium_cents,
          policy.inception_date,
          await getInvoicedDueDate(db, transactionId),
        ),
      }),
    lienholders: lienholders ?? (await getPrintedLienholders(db, t.policy_id)),
    issuedAt,
  }
}
