import type { Tideline } from '@tideline/sdk'
import { callWithApproval } from './call-with-approval.ts'
import { getPolicyNo, type StepRunners } from './scenario-state.ts'

type BillingStep = 'allowFlat' | 'billLender' | 'bindRenewal' | 'mail' | 'reprint'

const sdk = () => import('@tideline/sdk/operations')

/** Returns the letters of the policy that are not mailed, oldest first. */
async function listUnmailedLetters(client: Tideline, policyNo: string) {
  const query = { filter: { policyNo, state: 'queued' as const }, sort: ['createdAt', 'ASC'] as never }
  return client.call((await sdk()).listAdminLetters, { query })
}

const lender = {
  ...{ name: 'Gulf Demo Mortgage', addr1: '1 Main Street', addr2: null, city: 'Tampa', state: 'FL', zip: '33601' },
  ...{ loan_number: '4400123987', mortgage_clause: 'ISAOA/ATIMA' },
}

/** Steps of unpaid policies: lenders, notice periods, letters of the print queue and renewals on hold. */
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
