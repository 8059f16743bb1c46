import type { PolicyTransaction } from '@tideline/sdk'
import {
  billToMortgagee,
  createSetupIntentWithKey,
  getAddressData,
  getConfirmation,
  getPolicyDocuments,
  getPolicyTransactions,
  getSigningConsent,
  getTransactionFee,
  listPaymentMethods,
  payByCheck,
  processPayment,
  startBankSetup,
} from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { queryClient } from '@tideline/web-kit/session/query-client.ts'
import { fromPromise } from 'xstate'
import { showPaid } from '../base/shown-state.ts'
import { getMeta } from '../base/transaction-meta.ts'
import { confirmationOf, getTransactions } from '../base/usePolicy.ts'
import { confirmBankSetup } from '../payments/bank-setup.ts'
import { confirmCardSetup, confirmCharge } from '../payments/card-setup.ts'
import { feeBasis } from '../payments/fee-basis.ts'
import { answeredIntent } from '../payments/payment-problem.ts'
import { requireAddressed, requireQuoteNumber, requireStripeKey } from '../payments/requirements.ts'
import { simulatedPause } from '../payments/simulated.ts'
import { stripeFor } from '../payments/stripe.ts'
import { declineToSign, postSignatures, recordConsent, recordQuietly } from '../signing/calls.ts'
import { cancellationDocuments, withoutImaged } from '../signing/slots.ts'
import { wizardMachine } from './machine.ts'

/** Loads the current confirmation and stores it in the cache, so that the summary beside the wizard shows the same. */
async function freshPolicy(policyNo: string) {
  const answer = await api.call(getConfirmation, { path: { policyNo } })
  queryClient.setQueryData(confirmationOf(policyNo).queryKey, answer)
  return answer.payload
}

async function freshTransactions(policyNo: string) {
  const answer = await api.call(getPolicyTransactions, { path: { policyNo } })
  queryClient.setQueryData(getTransactions(policyNo).queryKey, answer)
  return answer.payload
}

async function locate(transactions: PolicyTransaction[]) {
  const { addressID, addressDataVersion } = getMeta(transactions.at(-1))
  if (addressID === undefined || addressDataVersion === undefined) return undefined
  const { payload } = await api.call(getAddressData, { path: { addressID, addressDataVersion } })
  return payload
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Waits until Stripe's webhook has settled a confirmed charge, usually within a second, and returns the policy. */
async function settledPolicy(policyNo: string) {
  let policy = await freshPolicy(policyNo)
  for (let look = 0; look < 8 && !policy.isPaid && policy.isPaymentProcessing; look++) {
    await wait(750)
    policy = await freshPolicy(policyNo)
  }
  return policy
}

const withKey = (idempotencyKey: string) => ({ headers: { 'Idempotency-Key': idempotencyKey } })

/** The wizard machine with API requests. `api.call` bypasses the global error handler (ACC-11). */
export const connectedMachine = wizardMachine.provide({
  actors: {
    fetchPolicy: fromPromise(async ({ input: { policyNo } }) => {
      const [policy, transactions] = await Promise.all([freshPolicy(policyNo), freshTransactions(policyNo)])
      return { policy, transactions, location: undefined }
    }),
    fetchAddress: fromPromise(({ input }) => locate(input.transactions)),
    fetchDocuments: fromPromise(async ({ input: { policyNo, isSigner, isPendingCancel } }) => {
      const [documents, consent] = await Promise.all([
        api.call(getPolicyDocuments, { path: { policyNo } }),
        api.call(getSigningConsent),
      ])
      if (isSigner) recordQuietly({ policyNo, event: 'opened' })
      const { policyDocStatus, hasConsented } = documents.payload
      const toSign = withoutImaged(policyDocStatus.documentsWithSignatures)
      return {
        documents: isPendingCancel ? cancellationDocuments(toSign) : toSign,
        consent: consent.payload,
        hasConsented,
      }
    }),
    recordConsent: fromPromise(({ input }) => recordConsent(input)),
    declineToSign: fromPromise(({ input }) => declineToSign(input)),
    submitSignatures: fromPromise(({ input }) => postSignatures(input)),
    refetchPolicy: fromPromise(({ input }) => freshPolicy(input.policyNo)),
    fetchPaymentMethods: fromPromise(async ({ input: { policyNo } }) => {
      const { payload } = await api.call(listPaymentMethods, { path: { policyNo } })
      return payload
    }),
    createCard: fromPromise(({ input }) => input.create()),
    fetchFee: fromPromise(async ({ input: { policy, transactions, card } }) => {
      requireAddressed(transactions)
      const { payload } = await api.call(getTransactionFee, {
        query: { amount: feeBasis(policy), card: card.brand, country: card.country },
      })
      return payload
    }),
    confirmBankSetup: fromPromise(async ({ input: { policy, transactions, account } }) => {
      const stripe = await stripeFor(requireStripeKey(policy))
      const { client_secret } = await api.call(startBankSetup, {
        body: { QuoteNumber: requireQuoteNumber(transactions) },
      })
      return confirmBankSetup(stripe, client_secret, account, requireAddressed(transactions))
    }),
    confirmCardSetup: fromPromise(async ({ input: { policy, transactions, card, amount, email } }) => {
      const stripe = await stripeFor(requireStripeKey(policy))
      const { firstName, lastName, baId } = requireAddressed(transactions)
      const person = { FirstName: firstName, LastName: lastName, Email: email, Phone: policy.phone }
      const { payload } = await answeredIntent(() =>
        api.call(createSetupIntentWithKey, { body: { ...person, Baid: baId ?? '', Amount: amount } }),
      )
      return confirmCardSetup(stripe, payload.data.client_secret, card)
    }),
    processPayment: fromPromise(async ({ input }) => {
      await simulatedPause(queryClient.getQueryData(confirmationOf(input.policyNo).queryKey)?.payload)
      const { payload } = await api.call(processPayment, {
        body: {
          PolicyNo: input.policyNo,
          PaymentMethodId: input.paymentMethodId ?? '',
          OptInAutoPayRenewal: input.optInAutoPayRenewal,
          Amount: input.amount,
        },
        ...withKey(input.idempotencyKey),
      })
      if (payload.payment.paymentStatus === 'paid') showPaid(input.policyNo, payload.payment.amount)
      return payload
    }),
    confirmCharge: fromPromise(async ({ input: { policy, clientSecret } }) =>
      confirmCharge(await stripeFor(requireStripeKey(policy)), clientSecret),
    ),
    awaitSettlement: fromPromise(({ input }) => settledPolicy(input.policyNo)),
    applyCheck: fromPromise(async ({ input: { policyNo, check, idempotencyKey } }) => {
      const { payload } = await api.call(payByCheck, {
        path: { policyNo },
        body: check,
        ...withKey(idempotencyKey),
      })
      return payload
    }),
    billMortgagee: fromPromise(async ({ input: { policyNo, idempotencyKey } }) => {
      const { payload } = await api.call(billToMortgagee, { path: { policyNo }, ...withKey(idempotencyKey) })
      return payload
    }),
  },
})
