import type { LinkRequest } from '@tideline/sdk'
import { assign, fromPromise, setup } from 'xstate'
import { buildLinkRequest, type Identity, isPhoneNumber, isZipCode, parseIdentity } from './identity.ts'
import type { LinkRequestDraft } from './link-request-draft.ts'

interface Context {
  identity: string
  phone: string
  zip: string
  /** True if the link was requested more than once. */
  isSentAgain: boolean
  /** Progress saved in this tab. */
  before: LinkRequestDraft
}

type Event =
  | { type: 'IDENTIFY'; identity: string }
  | { type: 'SUBMIT_PHONE'; phone: string }
  | { type: 'SUBMIT_ZIP'; zip: string }
  | { type: 'BACK' }
  | { type: 'SEND_AGAIN' }

const buildRequest = ({ identity, phone, zip }: Context): Required<LinkRequest> => {
  const parsed = parseIdentity(identity)
  if (!parsed) throw new Error('Requesting a link requires a valid email address or policy number.')
  return buildLinkRequest(parsed, parsed.kind === 'email' ? phone : zip)
}

/**
 * State machine for requesting a link: email address or policy number, then phone or ZIP code, then success and resend.
 * Responses never reveal whether a policy exists.
 */
export const linkRequestMachine = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as LinkRequestDraft | undefined },
  actors: {
    requestLink: fromPromise<void, Required<LinkRequest>>(() => Promise.reject(new Error('not provided'))),
  },
  actions: {
    // Placeholder that the page replaces.
    showFailure: (_, _params: { error: unknown }) => undefined,
  },
  guards: {
    wasSentBefore: ({ context }) => context.before.isSent === true,
    isProven: ({ context: { identity, phone, zip } }) =>
      parseIdentity(identity)?.kind === 'email' ? isPhoneNumber(phone) : isZipCode(zip),
    wasIdentifiedBefore: ({ context: { identity, before } }, { kind }: { kind: Identity['kind'] }) =>
      before.isGiven === true && parseIdentity(identity)?.kind === kind,
    isEmail: ({ event }) => event.type === 'IDENTIFY' && parseIdentity(event.identity)?.kind === 'email',
    isPolicyNumber: ({ event }) => event.type === 'IDENTIFY' && parseIdentity(event.identity)?.kind === 'policy',
    isPhone: ({ event }) => event.type === 'SUBMIT_PHONE' && isPhoneNumber(event.phone),
    isZip: ({ event }) => event.type === 'SUBMIT_ZIP' && isZipCode(event.zip),
  },
}).createMachine({
  id: 'linkRequest',
  context: ({ input = {} }) => ({
    identity: input.identity ?? '',
    phone: input.phone ?? '',
    zip: input.zip ?? '',
    isSentAgain: false,
    before: input,
  }),
  initial: 'start',
  states: {
    start: {
      always: [
        { guard: 'wasSentBefore', target: 'success' },
        { guard: { type: 'wasIdentifiedBefore', params: { kind: 'email' } }, target: 'verify.phone' },
        { guard: { type: 'wasIdentifiedBefore', params: { kind: 'policy' } }, target: 'verify.zip' },
        { target: 'identify' },
      ],
    },
    identify: {
      on: {
        IDENTIFY: [
          { guard: 'isEmail', target: 'verify.phone', actions: assign({ identity: ({ event }) => event.identity }) },
          {
            guard: 'isPolicyNumber',
            target: 'verify.zip',
            actions: assign({ identity: ({ event }) => event.identity }),
          },
        ],
      },
    },
    verify: {
      initial: 'phone',
      on: { BACK: { target: 'identify' } },
      states: {
        phone: {
          on: {
            SUBMIT_PHONE: {
              guard: 'isPhone',
              target: '#linkRequest.sending',
              actions: assign({ phone: ({ event }) => event.phone }),
            },
          },
        },
        zip: {
          on: {
            SUBMIT_ZIP: {
              guard: 'isZip',
              target: '#linkRequest.sending',
              actions: assign({ zip: ({ event }) => event.zip }),
            },
          },
        },
        last: { type: 'history' },
      },
    },
    sending: {
      invoke: {
        src: 'requestLink',
        input: ({ context }) => buildRequest(context),
        onDone: { target: 'success' },
        onError: {
          target: 'verify.last',
          actions: { type: 'showFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    success: {
      on: { SEND_AGAIN: { guard: 'isProven', target: 'sendingAgain' } },
    },
    sendingAgain: {
      invoke: {
        src: 'requestLink',
        input: ({ context }) => buildRequest(context),
        onDone: { target: 'success', actions: assign({ isSentAgain: true }) },
        onError: {
          target: 'success',
          actions: { type: 'showFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
})
