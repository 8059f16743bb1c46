import { randomInt } from 'node:crypto'
import { PaymentType } from '@tideline/sdk/words'
import type { Insertable, Kysely, Selectable } from 'kysely'
import { findProduct } from '../catalog/products.ts'
import type { Account, Agency, AutoPayConsent, DB, LockboxAddress, PaymentMethod, Policy } from '../db/schema.ts'
import { type NewPayment, receivePayment } from '../ledger/payments.ts'
import { bindTerm } from '../policy/bind-term.ts'

/** Counter for six-digit policy numbers that are unique in the test database. */
let number = randomInt(100_000, 500_000)
const nextNumber = () => String(number++)

/** Inserts an agency. If `parent` is given, it is a sub-agency. */
export async function insertAgency(db: Kysely<DB>, agency: Partial<Insertable<Agency>> & { parent?: string } = {}) {
  const { parent, ...columns } = agency
  const agency_no = columns.agency_no ?? nextNumber()
  return db
    .insertInto('agencies')
    .values({
      agency_no,
      company: `Agency ${agency_no}`,
      email: `office-${agency_no}@example.com`,
      state: 'FL',
      agent_parent_id: parent ?? null,
      ...columns,
    })
    .returning(['agency_id', 'agency_no', 'company', 'path'])
    .executeTakeFirstOrThrow()
}

/** Inserts an account without a password: an agent if `agency_id` is given, otherwise a staff member. */
export async function insertAccount(db: Kysely<DB>, account: Partial<Insertable<Account>> = {}) {
  const isAgent = account.agency_id !== undefined && account.agency_id !== null
  return db
    .insertInto('accounts')
    .values({
      kind: isAgent ? 'agent' : 'staff',
      email: `person-${nextNumber()}@example.com`,
      first_name: 'Robin',
      last_name: 'Sample',
      roles: isAgent ? [] : ['internal'],
      ...account,
    })
    .returning(['account_id', 'email', 'kind', 'roles', 'agency_id'])
    .executeTakeFirstOrThrow()
}

/** Creates a staff account that another account created just now, so that the two are not independent (ACC-17). */
export async function insertAccountCreatedBy(
  db: Kysely<DB>,
  creatorId: string,
  account: Partial<Insertable<Account>> & { now?: Date } = {},
) {
  const { now = new Date(), ...columns } = account
  const created = await insertAccount(db, columns)
  await db
    .insertInto('audit_log')
    .values({
      ...{ action: 'account.create', entity: 'account', entity_id: created.account_id, details: '{}' },
      ...{ actor_kind: 'staff', actor_id: creatorId, actor_name: 'Robin Sample', occurred_at: now },
    })
    .execute()
  return created
}

export interface PolicyOptions {
  product?: number
  monthly?: boolean
  /**
   * Premium and policy fee of the new business transaction, in cents. With the default amounts and Florida's taxes for
   * a home, the total is $1,125.00.
   */
  premiumCents?: number
  feeCents?: number
  /** Column values that the test sets. By default, an agency and an identity are created. */
  columns?: Partial<Insertable<Policy>>
}

/** Adds tax rates of zero so that tests can bind policies in states without configured rates (TAX-1). */
export const setZeroTaxRates = (db: Kysely<DB>, states: readonly string[]) =>
  db
    .insertInto('tax_rates')
    .values(
      states.flatMap((state) =>
        (['residential', 'commercial', 'rcbap'] as const).map((product_class) => ({
          state,
          charge: 'surplusTax' as const,
          product_class,
          effective_from: '2000-01-01',
        })),
      ),
    )
    .execute()

/** Inserts a bound policy with its new business transaction and its invoice in the ledger. */
export async function insertPolicy(db: Kysely<DB>, options: PolicyOptions = {}) {
  const { product = 1, monthly = false, premiumCents = 99_451, feeCents = 7500, columns = {} } = options
  const digits = nextNumber()
  const email = String(columns.email ?? `insured-${digits}@example.com`)
  const { agency_id, agency_no } = await getAgency(db, columns.agency_id)
  const identity_id = columns.identity_id ?? (await insertIdentity(db, email))
  const inception = columns.inception_date ?? '2026-12-15'
  const bound = await db.transaction().execute((trx) =>
    bindTerm(trx, {
      policy: {
        policy_no: `${findProduct(product)?.prefix}3${digits}`,
        quote_number: `Q3${digits}`,
        product_id: product,
        agency_id,
        agency_no,
        identity_id,
        first_name: 'Marina',
        last_name: 'Sample',
        insured_name: 'Marina Sample',
        email,
        phone: '813-555-0142',
        addr1: '1200 Bayshore Demo Blvd',
        city: 'Tampa',
        state: 'FL',
        zip: '33606',
        inception_date: inception,
        original_post_date: '2026-11-20',
        payment_interval: monthly ? 'Monthly' : 'Annual',
        ...columns,
      },
      risk: {
        coverage_a_limit_cents: 25_000_000,
        deductible_cents: 200_000,
        meta: JSON.stringify({ quoteNumber: columns.quote_number ?? `Q3${digits}` }),
      },
      price: { grossCents: premiumCents, feeCents },
      author: { userId: null, name: '' },
    }),
  )
  return {
    ...bound.policy,
    policyTransactionId: bound.policyTransactionId,
    invoiceId: bound.invoiceId,
    totalCents: bound.totalCents,
  }
}

const getAgency = async (db: Kysely<DB>, agencyId: string | undefined) =>
  agencyId === undefined
    ? insertAgency(db)
    : db
        .selectFrom('agencies')
        .select(['agency_id', 'agency_no'])
        .where('agency_id', '=', agencyId)
        .executeTakeFirstOrThrow()

const insertIdentity = async (db: Kysely<DB>, email: string) =>
  db
    .insertInto('policyholder_identities')
    .values({ email, phone_digits: '8135550142', first_name: 'Marina', last_name: 'Sample' })
    .onConflict((conflict) => conflict.columns(['email', 'phone_digits']).doUpdateSet({ email }))
    .returning('identity_id')
    .executeTakeFirstOrThrow()
    .then((row) => row.identity_id)

/** Records a payment for a policy. By default, the payment is a paid check (type 3). */
export const insertPayment = (
  db: Kysely<DB>,
  payment: Pick<NewPayment, 'policyId' | 'amountCents' | 'now'> & Partial<NewPayment>,
) =>
  db.transaction().execute((trx) =>
    receivePayment(trx, {
      typeId: PaymentType.check,
      status: 'paid',
      author: { userId: null, name: 'Test', userType: 1 },
      ...payment,
    }),
  )

/** Saves a card for a policy and turns on auto-pay with it. */
export async function insertAutoPay(
  db: Kysely<DB>,
  policy: Pick<Selectable<Policy>, 'policy_id' | 'identity_id' | 'email'>,
  {
    method = {},
    consent = {},
  }: { method?: Partial<Insertable<PaymentMethod>>; consent?: Partial<Insertable<AutoPayConsent>> } = {},
) {
  const number = nextNumber()
  const customer = { stripe_customer_id: `cus_${number}`, identity_id: policy.identity_id, policy_id: policy.policy_id }
  await db
    .insertInto('stripe_customers')
    .values({ ...customer, email: policy.email })
    .execute()
  const { payment_method_id } = await db
    .insertInto('payment_methods')
    .values({
      ...{
        identity_id: policy.identity_id,
        policy_id: policy.policy_id,
        stripe_customer_id: customer.stripe_customer_id,
      },
      ...{ stripe_payment_method_id: `pm_${number}`, payment_type: 'card', card_brand: 'visa', card_country: 'US' },
      ...{ last_four_digits: '4242', expiration: '12/2034', ...method },
    })
    .returning('payment_method_id')
    .executeTakeFirstOrThrow()
  const { auto_pay_consent_id } = await db
    .insertInto('auto_pay_consents')
    .values({
      ...{ policy_id: policy.policy_id, payment_method_id, terms_version: '2026-11', terms: 'I authorize Tideline.' },
      ...{ given_at: new Date('2026-11-20T15:04:05Z'), given_by_kind: 'insured', given_by_name: 'Marina Sample' },
      ...{ identified_by: 'mailbox', ip: '127.0.0.1', user_agent: 'test', starts_on: '2026-11-20', shown_cents: 0 },
      ...consent,
    })
    .returning('auto_pay_consent_id')
    .executeTakeFirstOrThrow()
  return { paymentMethodId: payment_method_id, consentId: auto_pay_consent_id }
}

/** Adds a lockbox address. By default, it applies to all products and states. */
export const insertLockboxAddress = (db: Kysely<DB>, address: Partial<Insertable<LockboxAddress>> = {}) =>
  db
    .insertInto('lockbox_addresses')
    .values({
      ...{ lbx_name: 'Tideline Premium Lockbox', lbx_address1: 'PO Box 880042', lbx_city: 'Tampa', lbx_state: 'FL' },
      ...{ lbx_zip: '33688', deposit_to_account_ref: 'TRUST-FL', ...address },
    })
    .execute()
