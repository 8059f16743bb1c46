import type { Stripe } from '@stripe/stripe-js'
import type { PolicyTransaction } from '@tideline/sdk'
import { getBillingAddress } from './billing-address.ts'
import { PaymentError } from './payment-error.ts'
import type { BankAccount } from './payment-method-details.ts'
import { requirePaymentMethodId } from './requirements.ts'
import { paymentText } from './text.ts'

const getId = (method: string | { id: string } | null) =>
  requirePaymentMethodId(typeof method === 'string' ? method : method?.id)

/**
 * Confirms the bank account with Stripe in the browser and returns the payment method's id. The account number never
 * reaches our API.
 * @throws {PaymentError} if the account is invalid
 */
export async function confirmBankSetup(
  stripe: Pick<Stripe, 'confirmUsBankAccountSetup'>,
  clientSecret: string | undefined,
  account: BankAccount,
  transaction: PolicyTransaction,
): Promise<string> {
  if (!clientSecret) throw new PaymentError(paymentText.pay.noClientSecret)
  const { setupIntent, error } = await stripe.confirmUsBankAccountSetup(clientSecret, {
    payment_method: {
      us_bank_account: {
        routing_number: account.routingNumber,
        account_number: account.accountNumber,
        account_holder_type: 'individual',
        account_type: account.accountType,
      },
      billing_details: { name: account.payerName, email: account.email, address: getBillingAddress(transaction) },
    },
  })
  if (error) throw new PaymentError(error.message ?? paymentText.pay.unexpected)
  if (setupIntent.status === 'requires_payment_method') throw new PaymentError(paymentText.pay.bankValidationFailed)
  return getId(setupIntent.payment_method)
}
