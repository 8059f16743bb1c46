import { assign, setup } from 'xstate'

export type EndorsementKind = 'ebo' | 'ebm'

interface Context {
  choice: EndorsementKind | null
  date: string
}

type Event =
  | { type: 'CHOOSE'; choice: EndorsementKind }
  | { type: 'CHANGE_DATE'; date: string }
  | { type: 'SUBMIT' }
  | { type: 'FAILED' }
  | { type: 'DONE' }
  | { type: 'CANCEL' }

/** The steps of an internal endorsement: select EBO or EBM, set the date, submit. Cancel returns to the first step. */
export const endorsementChoiceMachine = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as { firstDate: string } },
}).createMachine({
  id: 'endorsementChoice',
  context: ({ input }) => ({ choice: null, date: input.firstDate }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        CHOOSE: { target: 'enteringDate', actions: assign({ choice: ({ event }) => event.choice }) },
        CANCEL: 'closed',
      },
    },
    enteringDate: {
      on: {
        CHANGE_DATE: { actions: assign({ date: ({ event }) => event.date }) },
        SUBMIT: 'submitting',
        CANCEL: { target: 'choosing', actions: assign({ choice: null }) },
      },
    },
    submitting: { on: { DONE: 'closed', FAILED: 'enteringDate' } },
    closed: { type: 'final' },
  },
})
