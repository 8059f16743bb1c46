import { bindEndorsement, createEndorsementUrl, getQuote, saveQuote } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { fromPromise } from 'xstate'
import { lienholderMachine } from './lienholder.machine.ts'

/** The lienholder state machine with its API requests. Each change to a lienholder requires an endorsement. */
export const connectedLienholderMachine = lienholderMachine.provide({
  actors: {
    createQuote: fromPromise(async ({ input: { policyNo } }) => {
      const { result } = await api.call(createEndorsementUrl, { body: policyNo })
      return result.endorsementQuoteNumber
    }),
    loadQuote: fromPromise(({ input: { quoteNumber } }) =>
      api.call(getQuote, { path: { endorsementQuoteNumber: quoteNumber } }),
    ),
    saveAndBind: fromPromise(async ({ input: { quote } }) => {
      const saved = await api.call(saveQuote, { body: quote })
      await api.call(bindEndorsement, {
        body: { QuoteNumber: saved.quoteNumber, TransactionDescription: 'Lienholder update' },
      })
    }),
  },
})
