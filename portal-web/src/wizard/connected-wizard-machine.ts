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
import { applyOptimisticPayment } from '../base/optimistic-policy.ts'
import { parseTransactionMeta } from '../base/transaction-meta.ts'
import { getConfirmationQuery, getTransactionsQuery } from '../base/usePolicy.ts'
import { confirmBankSetup } from '../payments/bank-setup.ts'
import { authenticateCharge, confirmCardSetup } from '../payments/card-setup.ts'
import { getCardFeeBasis } from '../payments/fee-basis.ts'
import { requestSetupIntent } from '../payments/payment-error.ts'
import { requireQuoteNumber, requireStripeKey, requireTransactionWithAddress } from '../payments/requirements.ts'
import { simulatePaymentDelay } from '../payments/simulated-payment.ts'
import { loadStripeForKey } from '../payments/stripe.ts'
import { filterCancellationDocuments, removeSignedPlaces } from '../signing/place-signatures.ts'
import { declineToSign, postSignatures, recordConsent, recordEventInBackground } from '../signing/signing-requests.ts'
import { wizardMachine } from './wizard-machine.ts'

/**
 * Loads the current confirmation and stores it in the cache, so that the summary beside the wizard shows the same data.
 */
async function reloadPolicy(policyNo: string) {
  const response = await api.call(getConfirmation, { path: { policyNo } })
  queryClient.setQueryData(getConfirmationQuery(policyNo).queryKey, response)
  return response.payload
}

async function reloadTransactions(policyNo: string) {
  const response = await api.call(getPolicyTransactions, { path: { policyNo } })
  queryClient.setQueryData(getTransactionsQuery(policyNo).queryKey, response)
  return response.payload
}

async function locate(transactions: PolicyTransaction[]) {
  const { addressID, addressDataVersion } = parseTransactionMeta(transactions.at(-1))
  if (addressID === undefined || addressDataVersion === undefined) return undefined
  const { payload } = await api.call(getAddressData, { path: { addressID, addressDataVersion } })
  return payload
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Waits until Stripe has reported the result of a charge, usually within a second, and returns the policy. Gives up
 * after a few seconds.
 */
async function waitForSettledPolicy(policyNo: string) {
  let policy = await reloadPolicy(policyNo)
  for (let look = 0; look < 8 && !policy.isPaid && policy.isPaymentProcessing; look++) {
    await wait(750)
    policy = await reloadPolicy(policyNo)
  }
  return policy
}

const withKey = (idempotencyKey: string) => ({ headers: { 'Idempotency-Key': idempotencyKey } })

/** The wizard's state machine with its API requests. The wizard handles request errors itself (ACC-11). */
export const connectedWizardMachine = wizardMachine.provide({
  actors: {
    fetchPolicy: fromPromise(async ({ input: { policyNo } }) => {
      const [policy, transactions] = await Promise.all([reloadPolicy(policyNo), reloadTransactions(policyNo)])
      return { policy, transactions, location: undefined }
    }),
    fetchAddress: fromPromise(({ input }) => locate(input.transactions)),
    fetchDocuments: fromPromise(async ({ input: { policyNo, isSigner, isPendingCancel } }) => {
      const [documents, consent] = await Promise.all([
        api.call(getPolicyDocuments, { path: { policyNo } }),
        api.call(getSigningConsent),
      ])
      if (isSigner) recordEventInBackground({ policyNo, event: 'opened' })
      const { policyDocStatus, hasConsented } = documents.payload
      const toSign = removeSignedPlaces(policyDocStatus.documentsWithSignatures)
      return {
        documents: isPendingCancel ? filterCancellationDocuments(toSign) : toSign,
        consent: consent.payload,
        hasConsented,
      }
    }),
    recordConsent: fromPromise(({ input }) => recordConsent(input)),
    declineToSign: fromPromise(({ input }) => declineToSign(input)),
    submitSignatures: fromPromise(({ input }) => postSignatures(input)),
    refetchPolicy: fromPromise(({ input }) => reloadPolicy(input.policyNo)),
    fetchPaymentMethods: fromPromise(async ({ input: { policyNo } }) => {
      const { payload } = await api.call(listPaymentMethods, { path: { policyNo } })
      return payload
    }),
    createCard: fromPromise(({ input }) => input.create()),
    fetchFee: fromPromise(async ({ input: { policy, transactions, card, paysAll } }) => {
      requireTransactionWithAddress(transactions)
      const { payload } = await api.call(getTransactionFee, {
        query: { amount: getCardFeeBasis(policy, paysAll), card: card.brand, country: card.country },
      })
      return payload
    }),
    confirmBankSetup: fromPromise(async ({ input: { policy, transactions, account } }) => {
      const stripe = await loadStripeForKey(requireStripeKey(policy))
      const { client_secret } = await api.call(startBankSetup, {
        body: { QuoteNumber: requireQuoteNumber(transactions) },
      })
      return confirmBankSetup(stripe, client_secret, account, requireTransactionWithAddress(transactions))
    }),
    confirmCardSetup: fromPromise(async ({ input: { policy, transactions, card, amount, email } }) => {
      const stripe = await loadStripeForKey(requireStripeKey(policy))
      const { firstName, lastName, baId } = requireTransactionWithAddress(transactions)
      const person = { FirstName: firstName, LastName: lastName, Email: email, Phone: policy.phone }
      const { payload } = await requestSetupIntent(() =>
        api.call(createSetupIntentWithKey, { body: { ...person, Baid: baId ?? '', Amount: amount } }),
      )
      return confirmCardSetup(stripe, payload.data.client_secret, card)
    }),
    processPayment: fromPromise(async ({ input }) => {
      await simulatePaymentDelay(queryClient.getQueryData(getConfirmationQuery(input.policyNo).queryKey)?.payload)
      const { payload } = await api.call(processPayment, {
        body: {
          PolicyNo: input.policyNo,
          PaymentMethodId: input.paymentMethodId ?? '',
          OptInAutoPayRenewal: input.optInAutoPayRenewal,
          PayAll: input.paysAll,
          Amount: input.amount,
        },
        ...withKey(input.idempotencyKey),
      })
      if (payload.payment.paymentStatus === 'paid') applyOptimisticPayment(input.policyNo, payload.payment.amount)
      return payload
    }),
    confirmCharge: fromPromise(async ({ input: { policy, clientSecret } }) =>
      authenticateCharge(await loadStripeForKey(requireStripeKey(policy)), clientSecret),
    ),
    awaitSettlement: fromPromise(({ input }) => waitForSettledPolicy(input.policyNo)),
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
