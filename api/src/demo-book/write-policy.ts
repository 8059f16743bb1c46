import { PaymentType } from '@tideline/sdk/words'
import type { Transaction } from 'kysely'
import { isEarthquake } from '../catalog/products.ts'
import type { DB } from '../db/schema.ts'
import { createPolicyDocuments } from '../documents/create-documents.ts'
import { failPayment, receivePayment } from '../ledger/payments.ts'
import { refundPayment, settleRefund } from '../ledger/refunds.ts'
import { bindTerm } from '../policy/bind-term.ts'
import { replaceLienholders } from '../policy/lienholders.ts'
import { markRenewed } from '../policy/store.ts'
import type { DemoAgency } from './agencies.ts'
import { createParcel, type DemoLocation } from './places.ts'
import { signAllDocuments } from './sign-documents.ts'
import { getSimulatedTime, type Simulation } from './simulation.ts'

export interface DemoPolicy {
  policyNo: string
  productId: number
  agency: DemoAgency
  person: { first: string; last: string; email: string; phone: string }
  addr1: string
  place: DemoLocation
  inception: string
  posted: string
  type?: 'NB' | 'RN'
  /** Number of the policy that this term renews. */
  renews?: string
  grossCents: number
  feeCents: number
  buildingCents: number
  contentsCents: number
  deductibleCents: number
  monthly?: boolean
  billInitially?: string
  lienholder?: { name: string; reference: string }
  signed: 'none' | 'agent' | 'both'
  payment: 'none' | 'paid' | 'processing' | 'failed' | 'cancelled' | 'refunded'
  paymentTypeId?: number
  yearBuilt: number
  floodZone: string
}

/** Author of the demo book's transactions. */
export const demoBookUser = { userId: null, name: 'Demo book', userType: 1 as const }

async function getIdentity(trx: Transaction<DB>, person: DemoPolicy['person']) {
  const { identity_id } = await trx
    .insertInto('policyholder_identities')
    .values({
      email: person.email,
      phone_digits: person.phone.replace(/\D/g, ''),
      first_name: person.first,
      last_name: person.last,
    })
    .onConflict((conflict) => conflict.columns(['email', 'phone_digits']).doUpdateSet({ first_name: person.first }))
    .returning('identity_id')
    .executeTakeFirstOrThrow()
  return identity_id
}

/**
 * Returns the coverages of a product. Earthquake has one limit. Flood and excess flood have building, contents and
 * additional coverages, and businesses also have business interruption.
 */
function getCoverages({ productId, buildingCents, contentsCents, grossCents }: DemoPolicy) {
  if (isEarthquake(productId)) return { coverage_a_limit_cents: buildingCents, coverage_a_premium_cents: grossCents }
  const building = Math.round(grossCents * 0.72)
  return {
    coverage_a_limit_cents: buildingCents,
    coverage_a_premium_cents: building,
    coverage_b_limit_cents: contentsCents,
    coverage_b_premium_cents: grossCents - building,
    coverage_c_limit_cents: productId === 2 ? 1_000_000 : 100_000,
    coverage_d_limit_cents: 3_000_000,
    coverage_e_limit_cents: productId === 1 ? 100 : 0,
    ...(productId === 2 || productId === 7 ? { coverage_i_limit_cents: 100 } : {}),
  }
}

/**
 * Writes a policy as if it had been bound, with its term, transaction, invoice and documents. Then adds signatures and
 * payments.
 */
export async function writePolicy(past: Pick<Simulation, 'db' | 'now' | 'goTo'>, policy: DemoPolicy) {
  const { db: trx, now } = past
  const boundAt = new Date(Math.min(Date.parse(`${policy.posted}T14:00:00Z`), now.getTime()))
  await past.goTo(boundAt)
  const { productId, place, person, agency, inception } = policy
  const type = policy.type ?? 'NB'
  const addressId = `00000000-0000-4000-8000-00000${policy.policyNo.slice(3)}`
  const quoteNumber = `Q${policy.policyNo.slice(3)}`
  const where = { addr1: policy.addr1, city: place.city, state: place.state, zip: place.zip }
  const countyParts = { county: place.county, county_fips: place.countyFips }
  const censusBlock = `${place.countyFips}0101001001`
  await trx
    .insertInto('addresses')
    .values({
      address_id: addressId,
      ...where,
      ...countyParts,
      lat: place.lat,
      lng: place.lng,
      polygon: createParcel(place.lat, place.lng),
      census_block: censusBlock,
    })
    .execute()
  const isResidential = productId === 1 || productId === 6
  const previous = policy.renews
    ? await trx
        .selectFrom('policies')
        .select(['policy_id', 'sequence'])
        .where('policy_no', '=', policy.renews)
        .executeTakeFirstOrThrow()
    : undefined
  const identityId = await getIdentity(trx, person)
  const insuredName = `${person.first} ${person.last}`
  const producerName = 'Alex Agent'
  const bound = await bindTerm(trx, {
    policy: {
      ...(previous && { previous_policy_id: previous.policy_id, sequence: previous.sequence + 1 }),
      policy_no: policy.policyNo,
      quote_number: quoteNumber,
      product_id: productId,
      agency_id: agency.agencyId,
      agency_no: agency.agencyNo,
      producer_name: producerName,
      identity_id: identityId,
      insured_name: insuredName,
      first_name: person.first,
      last_name: person.last,
      email: person.email,
      phone: person.phone,
      ...where,
      ...countyParts,
      census_block: censusBlock,
      address_id: addressId,
      address_data_version: 1,
      inception_date: inception,
      payment_interval: policy.monthly ? 'Monthly' : 'Annual',
      original_post_date: policy.posted,
      original_trans_type: type,
      bound_at: boundAt,
    },
    risk: {
      ba_id: `BA${policy.policyNo.slice(3)}`,
      user_description: type === 'NB' ? 'New business' : 'Renewal',
      mailing_addr1: policy.addr1,
      mailing_city: place.city,
      mailing_state: place.state,
      mailing_zip: place.zip,
      mailing_country: 'US',
      bill_initially: policy.billInitially ?? 'Insured',
      bill_on_renewal: policy.billInitially ?? 'Insured',
      flood_zone: isEarthquake(productId) ? null : policy.floodZone,
      construction_desc: 'Masonry',
      construction_type: 'masonry',
      foundation_type: 'slab',
      foundation_type_desc: 'Slab',
      occupancy_type: isResidential ? 'singleFamily' : 'multiFamily',
      occupancy_type_desc: isResidential ? 'Single Family' : 'Commercial',
      property_type: 'primaryHome',
      property_type_desc: isResidential ? 'Primary Home' : 'Commercial Building',
      stories: 1 + (policy.yearBuilt % 3),
      year_built: policy.yearBuilt,
      prior_claims: 'NOPE',
      tiv_cents: policy.buildingCents + policy.contentsCents,
      ...getCoverages(policy),
      deductible_cents: policy.deductibleCents,
      deductible_adjustment_cents: 0,
      meta: JSON.stringify({ quoteNumber, addressID: addressId, addressDataVersion: 1, numberOfUnits: 0 }),
    },
    price: { grossCents: policy.grossCents, feeCents: policy.feeCents },
    author: { userId: null, name: 'Alex Agent' },
    ...(policy.billInitially && { billedTo: 'lienholder' }),
    firstPartDue: policy.posted,
  })
  const { totalCents } = bound
  const policyId = bound.policy.policy_id
  if (previous) await markRenewed({ db: trx }, [{ from: previous.policy_id, to: policyId }])
  if (policy.lienholder)
    await replaceLienholders(trx, policyId, [
      {
        lienholderId: undefined,
        name1: policy.lienholder.name,
        mortgage_clause: 'ISAOA/ATIMA',
        addr1: '1 Lender Way',
        city: place.city,
        state: place.state,
        zip: place.zip,
        reference: policy.lienholder.reference,
      },
    ])
  await createPolicyDocuments(trx, { now: new Date(`${policy.posted}T14:05:00Z`), authorName: 'Alex Agent' }, [
    policyId,
  ])
  const parties = { none: [], agent: ['agent'], both: ['agent', 'insured'] } as const
  const toSign = { policyId, identityId, insuredName, producerName }
  const postedAt = new Date(Math.min(getSimulatedTime(policy.posted).getTime(), now.getTime()))
  await signAllDocuments(trx, toSign, postedAt, parties[policy.signed])
  if (policy.payment !== 'none') {
    // A processing debit is dated now. All other payments have the post date of the policy.
    const paidAt = policy.payment === 'processing' ? now : postedAt
    await past.goTo(paidAt)
    const payment = await receivePayment(trx, {
      policyId,
      typeId: policy.paymentTypeId ?? PaymentType.ach,
      amountCents: policy.monthly ? Math.floor(totalCents / 12) : totalCents,
      status: policy.payment === 'paid' || policy.payment === 'refunded' ? 'paid' : 'processing',
      author: demoBookUser,
      description: `Payment for ${policy.policyNo}`,
      payeeName: `${person.first} ${person.last}`,
      ...(policy.paymentTypeId === PaymentType.check || policy.paymentTypeId === PaymentType.lockboxCheck
        ? { checkNo: `00${policy.policyNo.slice(-4)}` }
        : {}),
      now: paidAt,
    })
    await writeOutcome(trx, policy, payment.policyPaymentId, paidAt)
  }
  return { policyId, totalCents }
}

const paymentFailures = {
  failed: { code: 'R01', reason: 'The bank account has insufficient funds.' },
  cancelled: { code: 'canceled', reason: 'The payment was cancelled before it was sent.' },
}

/** Records the outcome of a payment: failed, cancelled or refunded. */
async function writeOutcome(trx: Transaction<DB>, { payment }: DemoPolicy, policyPaymentId: string, now: Date) {
  if (payment === 'failed' || payment === 'cancelled')
    await failPayment(trx, policyPaymentId, { ...paymentFailures[payment], now, as: payment })
  if (payment !== 'refunded') return
  const { amount_cents: amountCents } = await trx
    .selectFrom('payments')
    .select('amount_cents')
    .where('policy_payment_id', '=', policyPaymentId)
    .executeTakeFirstOrThrow()
  const refund = await refundPayment(trx, {
    policyPaymentId,
    amountCents,
    author: demoBookUser,
    memo: 'Paid by mistake',
    now,
  })
  if ('refundId' in refund) await settleRefund(trx, refund.refundId, { now })
}
