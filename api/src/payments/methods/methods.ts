import type { PaymentMethod as KeptMethod } from '@tideline/sdk/types'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type Stripe from 'stripe'
import { type PolicyCopy, policyCopiesSql } from '../../db/policy-copies-sql.ts'
import type { DB, PaymentMethod } from '../../db/schema.ts'
import type { Actor, Ctx } from '../../http/context.ts'
import { createVisibilityCondition, type Policy } from '../../policy/visibility.ts'
import { callStripeForPaymentMethod, createUnknownMethodError } from '../charge/call-stripe.ts'
import { getStripeCustomer } from './customer.ts'

/** Details of a card or bank account at Stripe, without the full card or account number. */
export interface StripeMethod {
  id: string
  type: 'card' | 'us_bank_account'
  brand: string
  country: string
  lastFour: string
  expiration: string | null
  bankName: string | null
}

const ofCard = (id: string, card: Stripe.PaymentMethod.Card): StripeMethod => ({
  id,
  type: 'card',
  brand: card.brand,
  country: card.country ?? 'US',
  lastFour: card.last4,
  expiration: `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`,
  bankName: null,
})

const bank = (id: string, lastFour: string | null, bankName: string | null): StripeMethod => ({
  id,
  type: 'us_bank_account',
  brand: 'bank',
  country: 'US',
  lastFour: lastFour ?? '0000',
  expiration: null,
  bankName,
})

/** Returns whether a payment method is saved only for policies that the caller cannot see. */
async function isSavedElsewhere(ctx: Ctx, stripeId: string): Promise<boolean> {
  const { rows } = await sql<{ isVisible: boolean }>`
    select coalesce(bool_or(${createVisibilityCondition(ctx.actor)}), false) as "isVisible"
    from payment_methods m join policies p on p.policy_id = m.policy_id
    where m.stripe_payment_method_id = ${stripeId} having count(*) > 0`.execute(ctx.db)
  return rows[0]?.isVisible === false
}

/**
 * Reads a payment method from Stripe. Throws 422 'no payment method found' if it belongs to another customer, or if it
 * is saved only for policies that the caller cannot see.
 */
export async function requireMethod(ctx: Ctx, policy: Policy, stripeId: string): Promise<StripeMethod> {
  const customer = await getStripeCustomer(ctx, policy)
  const { client } = ctx.providers.stripe
  const method = await callStripeForPaymentMethod(() => client.paymentMethods.retrieve(stripeId))
  if (method.customer !== customer || (await isSavedElsewhere(ctx, stripeId))) throw createUnknownMethodError()
  return toStripeMethod(method)
}

/**
 * Returns the details of a card or bank account at Stripe, regardless of its owner. Throws 422 for any other type of
 * payment method.
 */
export function toStripeMethod({ id, card, us_bank_account: account }: Stripe.PaymentMethod): StripeMethod {
  if (card) return ofCard(id, card)
  if (account) return bank(id, account.last4, account.bank_name)
  throw createUnknownMethodError()
}

/**
 * Saves a payment method for the policy, or returns the existing entry. The method becomes the default only after a
 * successful charge. With `isKept: false`, it is stored for one payment but not listed as saved.
 */
export async function savePaymentMethod(
  trx: Transaction<DB>,
  policy: Policy,
  method: StripeMethod,
  options: { customer: string; optInAutoPayRenewal: boolean; isKept: boolean; now: Date },
): Promise<string> {
  const { payment_method_id } = await trx
    .insertInto('payment_methods')
    .values({
      identity_id: policy.identityId,
      policy_id: policy.policyId,
      stripe_customer_id: options.customer,
      stripe_payment_method_id: method.id,
      payment_type: method.type,
      bank_name: method.bankName,
      card_brand: method.brand,
      card_country: method.country,
      last_four_digits: method.lastFour,
      expiration: method.expiration,
      opt_in_auto_pay_renewal: options.optInAutoPayRenewal,
      removed_at: options.isKept ? null : options.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['policy_id', 'stripe_payment_method_id'])
        .where('removed_at', 'is', null)
        .doUpdateSet({ opt_in_auto_pay_renewal: options.optInAutoPayRenewal }),
    )
    .returning('payment_method_id')
    .executeTakeFirstOrThrow()
  return payment_method_id
}

type Shown = Pick<
  Selectable<PaymentMethod>,
  'payment_type' | 'card_brand' | 'card_country' | 'last_four_digits' | 'expiration' | 'bank_name'
>

/** Returns the displayable details of a card or bank account. */
export const toMethodDetails = (row: Shown) => ({
  paymentType: row.payment_type,
  cardBrand: row.card_brand ?? 'bank',
  cardCountry: row.payment_type === 'card' ? (row.card_country ?? 'US') : null,
  lastFourDigits: row.last_four_digits ?? '0000',
  expiration: row.expiration,
  bankName: row.bank_name,
})

/** Converts a saved payment method to the contract's format. */
export const toPaymentMethodResponse = (row: Selectable<PaymentMethod>): KeptMethod => ({
  id: row.payment_method_id,
  stripePaymentMethodId: row.stripe_payment_method_id,
  stripePaymentMethod: toMethodDetails(row),
  default: row.is_default,
  optInAutoPayRenewal: row.opt_in_auto_pay_renewal,
  createdAt: row.created_at.toISOString(),
})

/** Makes a saved payment method the only default of its policy. */
export async function setDefaultPaymentMethod(
  trx: Transaction<DB>,
  policyId: string,
  paymentMethodId: string,
): Promise<void> {
  await trx
    .updateTable('payment_methods')
    .set({ is_default: false })
    .where('policy_id', '=', policyId)
    .where('is_default', '=', true)
    .where('removed_at', 'is', null)
    .execute()
  await trx
    .updateTable('payment_methods')
    .set({ is_default: true })
    .where('payment_method_id', '=', paymentMethodId)
    .execute()
}

/** Returns whether the user can opt in to auto-pay. Users with the role `nopayoptin` cannot (PAY-20). */
export const canEnrollInAutoPay = (actor: Actor): boolean => !('roles' in actor && actor.roles.has('nopayoptin'))

/** Returns the payment method of the latest installment or renewal payment. */
export async function findLatestRecurringMethod(db: Kysely<DB>, policyId: string) {
  const row = await db
    .selectFrom('payments as pay')
    .innerJoin('policies as p', 'p.policy_id', 'pay.policy_id')
    .innerJoin('payment_methods as m', 'm.payment_method_id', 'pay.payment_method_id')
    .selectAll('m')
    .where('pay.policy_id', '=', policyId)
    .where('pay.status', 'in', ['paid', 'processing'])
    .where((eb) => eb.or([eb('p.payment_interval', '=', 'Monthly'), eb('p.original_trans_type', '=', 'RN')]))
    .orderBy('pay.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toPaymentMethodResponse(row)
}

/** Returns the payment methods saved for a policy: the default first, then the others from newest to oldest. */
export async function getPaymentMethods(db: Kysely<DB>, policyId: string) {
  const rows = await db
    .selectFrom('payment_methods')
    .selectAll()
    .where('policy_id', '=', policyId)
    .where('removed_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(toPaymentMethodResponse)
}

/** Moves saved payment methods to another policy. */
export const movePaymentMethods = (trx: Transaction<DB>, from: string, to: string) =>
  trx
    .updateTable('payment_methods')
    .set({ policy_id: to })
    .where('policy_id', '=', from)
    .where('removed_at', 'is', null)
    .execute()

/** Copies saved payment methods to renewals. The old terms keep them. */
export const copyPaymentMethods = (trx: Transaction<DB>, copies: readonly PolicyCopy[]) =>
  sql`insert into payment_methods (identity_id, policy_id, stripe_customer_id, stripe_payment_method_id, payment_type, bank_name,
      card_brand, card_country, last_four_digits, expiration, is_default, opt_in_auto_pay_renewal, created_at)
    select identity_id, copy.to_id, stripe_customer_id, stripe_payment_method_id, payment_type, bank_name, card_brand, card_country,
      last_four_digits, expiration, is_default, opt_in_auto_pay_renewal, created_at
    from ${policyCopiesSql(copies)} join payment_methods m on m.policy_id = copy.from_id where removed_at is null`.execute(
    trx,
  )
