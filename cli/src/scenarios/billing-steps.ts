import type { Tideline } from '@tideline/sdk'
import { callWithApproval } from './call-with-approval.ts'
import { buildCardDetails, confirmPaymentMethod } from './payment-methods.ts'
import { getPolicyNo, plusDays, type StepRunners, sdk } from './scenario-state.ts'

type BillingStep =
  | 'allowFlat'
  | 'autoPay'
  | 'billLender'
  | 'bindRenewal'
  | 'closeDispute'
  | 'mail'
  | 'releaseClaimHold'
  | 'acceptOffer'
  | 'declineOffer'
  | 'reprint'

/** Returns the policy's queued letters, oldest first. */
async function listUnmailedLetters(client: Tideline, policyNo: string) {
  const query = { filter: { policyNo, state: 'queued' as const }, sort: ['createdAt', 'ASC'] as never }
  return client.call((await sdk()).listAdminLetters, { query })
}

const lender = {
  ...{ name: 'Gulf Demo Mortgage', addr1: '1 Main Street', addr2: null, city: 'Tampa', state: 'FL', zip: '33601' },
  ...{ loan_number: '4400123987', mortgage_clause: 'ISAOA/ATIMA' },
}

/**
 * Steps of unpaid policies: auto-pay, lenders, disputes, notice periods, print-queue letters, renewal holds and
 * reinstatement offers.
 */
export const billingStepRunners: Pick<StepRunners, BillingStep> = {
  allowFlat: async (state, { product }, client) => {
    const { createAdminNoticePeriod, listAdminNoticePeriods } = await sdk()
    const filter = { state: 'FL', reason: 'notTaken' as const }
    const periods = await client.call(listAdminNoticePeriods, { query: { filter, sort: ['state', 'ASC'] as never } })
    if (periods.some(({ productId, isFlatAllowed }) => productId === product && isFlatAllowed)) return
    await callWithApproval(state, () =>
      client.call(createAdminNoticePeriod, {
        body: { ...filter, productId: product, noticeDays: 10, isFlatAllowed: true, source: 'Scenario' },
      }),
    )
  },
  autoPay: async (state, { of, card, account, expires = 3650 }, client) => {
    const { getAutoPay, turnOnAutoPay, updatePaymentMethod } = await sdk()
    const policyNo = getPolicyNo(state, of)
    const [year = '', month = ''] = plusDays(state.firstDay, expires).split('-')
    const details: Record<string, string> = account
      ? {
          ...{ type: 'us_bank_account', 'us_bank_account[routing_number]': '110000000' },
          'us_bank_account[account_number]': account,
          ...{ 'us_bank_account[account_holder_type]': 'individual', 'billing_details[name]': 'Marina Sample' },
        }
      : buildCardDetails(card, month, year)
    const stripePaymentMethodId = await confirmPaymentMethod(state, client, policyNo, details)
    await client.call(updatePaymentMethod, {
      body: { PolicyNo: policyNo, PaymentMethodId: stripePaymentMethodId, Default: true },
    })
    const { payload } = await client.call(getAutoPay, { path: { policyNo } })
    await client.call(turnOnAutoPay, {
      path: { policyNo },
      body: { stripePaymentMethodId, termsVersion: payload.terms.version, hasPolicyholderAgreed: true },
    })
  },
  closeDispute: async (state, { of, outcome }) => {
    const policyNo = getPolicyNo(state, of)
    const query = { state: 'needsResponse' as const, take: 100 }
    const { payload } = await state.clients.finance.call((await sdk()).listDisputes, { query })
    const dispute = payload.items.find((item) => item.policyNo === policyNo)
    if (!dispute) throw new Error('The policy has no open dispute.')
    await state.stripe(`disputes/${dispute.disputeId}/verdict`, { outcome })
  },
  releaseClaimHold: async (state, { of }, client) =>
    client.call((await sdk()).releaseClaimHold, {
      path: { policyNo: getPolicyNo(state, of) },
      body: { reason: 'The claim is below the deductible.' },
    }),
  acceptOffer: async (state, { of, lapse }, client) => {
    const { acceptReinstatementOffer, getConfirmation, uploadDocuments } = await sdk()
    const path = { policyNo: getPolicyNo(state, of) }
    const { reinstatementOffer: offer } = (await client.call(getConfirmation, { path })).payload
    if (!offer) throw new Error('The policy has no reinstatement offer.')
    if (!offer.hasNoLossStatement) {
      const statement = new File(['%PDF-1.7'], 'no-loss-statement.pdf', { type: 'application/pdf' })
      await client.call(uploadDocuments, {
        path: { ...path, docType: offer.noLossStatementDocTypeId },
        body: { 'No-loss statement': statement },
      })
    }
    await client.call(acceptReinstatementOffer, {
      path,
      body: { reason: 'The payment was late in the mail.', ...(lapse && { withLapse: true }) },
    })
  },
  declineOffer: async (state, { of }, client) =>
    client.call((await sdk()).declineReinstatementOffer, {
      path: { policyNo: getPolicyNo(state, of) },
      body: { reason: 'The property was damaged after coverage ended.' },
    }),
  billLender: async (state, { of }, client) => {
    const { billToMortgagee, bindEndorsement, createEndorsementUrl, getQuote, saveQuote } = await sdk()
    const policyNo = getPolicyNo(state, of)
    const { result } = await client.call(createEndorsementUrl, { body: policyNo as never })
    const quote = await client.call(getQuote, { path: { endorsementQuoteNumber: result.endorsementQuoteNumber } })
    const lienholderList = [{ lienholderId: null, ...lender }]
    await client.call(saveQuote, { body: { ...quote, application: { ...quote.application, lienholderList } } })
    await client.call(bindEndorsement, {
      body: { QuoteNumber: result.endorsementQuoteNumber, Comments: 'Requested by the scenario.' },
    })
    await client.call(billToMortgagee, { path: { policyNo } })
  },
  bindRenewal: async (state, { of }, client) =>
    client.call((await sdk()).bindHeldRenewal, {
      path: { policyNo: getPolicyNo(state, of) },
      body: { reason: 'The lender has confirmed the payment.' },
    }),
  mail: async (state, { of }, client) => {
    const { recordLetterMailing } = await sdk()
    const letters = await listUnmailedLetters(client, getPolicyNo(state, of))
    if (letters.length === 0) throw new Error('The print queue has no letter of the policy.')
    for (const { id: letterId } of letters)
      await client.call(recordLetterMailing, { path: { letterId }, body: { mailedOn: state.today } })
  },
  reprint: async (state, { of }, client) => {
    const [letter] = await listUnmailedLetters(client, getPolicyNo(state, of))
    if (!letter) throw new Error('The print queue has no letter of the policy.')
    await client.call((await sdk()).reprintCancellationNotice, { path: { letterId: letter.id } })
  },
}
