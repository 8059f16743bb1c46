import type { Quote, QuoteLienholder } from '@tideline/sdk'
import { assign, fromPromise, setup } from 'xstate'
import { replaceLienholder } from './lienholder-form.ts'
import { lienholderText } from './text.ts'

interface Context {
  policyNo: string
  lienholderId: string
  quoteNumber: string | undefined
  quote: Quote | undefined
  problem: string | undefined
}

type Event = { type: 'CONFIRM' } | { type: 'CANCEL' } | { type: 'SAVE'; lienholder: QuoteLienholder }

const missing = (name: string) => () => Promise.reject(new Error(`${name} is not provided`))

/** The steps of the lienholder editor: confirm, create an endorsement quote, load it, edit, save, and bind. */
export const lienholderMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    input: {} as Pick<Context, 'policyNo' | 'lienholderId'>,
  },
  actors: {
    createQuote: fromPromise<string, { policyNo: string }>(missing('createQuote')),
    loadQuote: fromPromise<Quote, { quoteNumber: string }>(missing('loadQuote')),
    saveAndBind: fromPromise<void, { quote: Quote }>(missing('saveAndBind')),
  },
}).createMachine({
  id: 'lienholder',
  context: ({ input }) => ({ ...input, quoteNumber: undefined, quote: undefined, problem: undefined }),
  initial: 'confirm',
  states: {
    confirm: { on: { CONFIRM: 'creating', CANCEL: 'cancelled' } },
    creating: {
      invoke: {
        src: 'createQuote',
        input: ({ context }) => ({ policyNo: context.policyNo }),
        onDone: { target: 'loading', actions: assign({ quoteNumber: ({ event }) => event.output }) },
        onError: { target: 'endorsementError', actions: assign({ problem: lienholderText.endorsementError }) },
      },
    },
    loading: {
      invoke: {
        src: 'loadQuote',
        input: ({ context }) => ({ quoteNumber: context.quoteNumber ?? '' }),
        onDone: { target: 'editing', actions: assign({ quote: ({ event }) => event.output }) },
        onError: { target: 'failed', actions: assign({ problem: lienholderText.failed }) },
      },
    },
    editing: { on: { SAVE: 'saving', CANCEL: 'cancelled' } },
    saving: {
      invoke: {
        src: 'saveAndBind',
        input: ({ context, event }) => {
          if (event.type !== 'SAVE' || !context.quote)
            throw new Error('Saving requires a loaded quote and the submitted form.')
          return { quote: replaceLienholder(context.quote, context.lienholderId, event.lienholder) }
        },
        onDone: 'done',
        onError: { target: 'failed', actions: assign({ problem: lienholderText.failed }) },
      },
    },
    done: { type: 'final' },
    endorsementError: { type: 'final' },
    failed: { type: 'final' },
    cancelled: { type: 'final' },
  },
})
