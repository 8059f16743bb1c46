import type { CancellationSummary, DocumentWithSignatures, ReasonCode, SigningConsent } from '@tideline/sdk'
import type { Party } from '@tideline/sdk/words'
import { requiresOneTimeCode } from '@tideline/web-kit/errors/api-errors.ts'
import { assign, fromPromise, setup } from 'xstate'
import type { FailedUpload } from '../documents/upload-files.ts'
import { getUnsignedPlaces } from '../signing/place-signatures.ts'
import type { PlacedSignatures } from '../signing/signing-requests.ts'
import type { CancelStep, RequiredDocumentSlot } from './cancel-steps.ts'

/** The input of a cancellation request: reason, effective date, and staff notes. */
export interface CancellationInput {
  reasonCode: ReasonCode
  /**
   * Cancellation date, `YYYY-MM-DD`. Undefined if the reason requires no date; the cancellation then takes effect now.
   */
  effectiveDate: string | undefined
  notes: string
  /** Whether staff turned notifications on. Undefined for other viewers. */
  notifies: boolean | undefined
  /** The wizard steps that the reason requires. */
  steps: CancelStep[]
  slots: RequiredDocumentSlot[]
}

interface SigningRequest {
  documents: DocumentWithSignatures[]
  consent: SigningConsent
  hasConsented: boolean
}

/** A file that could not be uploaded, and why. */
type UploadFailure = Pick<FailedUpload, 'file' | 'text'>

interface Context {
  policyNo: string
  /** The party that signs; null for staff. */
  party: Party | null
  /** Whether the only reason was confirmed before the wizard opened. */
  isAutomatic: boolean
  /** The viewer's remaining step in a pending cancellation. */
  remainingStep: CancelStep | undefined
  request: CancellationInput | undefined
  /**
   * The idempotency key of the request. Resubmitting the same input reuses the key and does not create a second request
   * (CAN-9).
   */
  idempotencyKey: string
  steps: CancelStep[]
  slots: RequiredDocumentSlot[]
  /** The status of the cancellation; undefined until the request is submitted. */
  status: CancellationSummary | undefined
  files: ReadonlyMap<number, File>
  failures: readonly UploadFailure[]
  toSign: SigningRequest | undefined
  signatures: PlacedSignatures | undefined
  declineReason: string
  error: unknown
}

export type CancelInput = Pick<
  Context,
  'policyNo' | 'party' | 'isAutomatic' | 'remainingStep' | 'steps' | 'slots' | 'status'
>

export type CancelEvent =
  | { type: 'SUBMIT'; request: CancellationInput }
  | { type: 'NEXT' }
  /** Sent on Ctrl-click. Continues to the next step without sending the request of the current step (CAN-9). */
  | { type: 'SKIP'; steps?: CancelStep[]; slots?: RequiredDocumentSlot[] }
  | { type: 'CHOOSE'; docTypeId: number; file: File | undefined }
  | { type: 'CONSENT' }
  | { type: 'PLACE_SIGNATURES'; signatures: PlacedSignatures }
  | { type: 'SIGNED_ELSEWHERE' }
  | { type: 'DECLINE'; reason: string }
  | { type: 'RETRY' }
  | { type: 'BACK' }
  | { type: 'CODE_CONFIRMED' }

const actor = <Output, Input>() => fromPromise<Output, Input>(() => Promise.reject(new Error('not provided')))
type OfPolicy = { policyNo: string }

const config = setup({
  types: { context: {} as Context, events: {} as CancelEvent, input: {} as CancelInput },
  actors: {
    requestCancellation: actor<
      CancellationSummary,
      OfPolicy & { request: CancellationInput; idempotencyKey: string }
    >(),
    reloadPolicy: actor<CancellationSummary, OfPolicy>(),
    uploadDocuments: actor<
      UploadFailure[],
      OfPolicy & { slots: RequiredDocumentSlot[]; files: ReadonlyMap<number, File> }
    >(),
    fetchRequest: actor<SigningRequest, OfPolicy>(),
    recordConsent: actor<void, OfPolicy & { version: string }>(),
    declineToSign: actor<void, OfPolicy & { reason: string }>(),
    signRequest: actor<void, OfPolicy & { signatures: PlacedSignatures }>(),
  },
  guards: {
    mustUpload: ({ context }) => context.remainingStep === 'upload',
    mustSign: ({ context }) => context.remainingStep === 'sign',
    requiresDocuments: ({ context }) => context.steps.includes('upload'),
    hasNothingToSign: ({ context: { party, toSign } }) =>
      party === null || getUnsignedPlaces(toSign?.documents ?? [], party).length === 0,
    hasConsented: ({ context }) => context.toSign?.hasConsented ?? false,
    isCodeRequired: (_, { error }: { error: unknown }) => requiresOneTimeCode(error),
  },
  actions: {
    storeSubmittedRequest: assign({
      status: (_, { status }: { status: CancellationSummary }) => status,
      steps: ({ context }) => context.request?.steps ?? context.steps,
      slots: ({ context }) => context.request?.slots ?? context.slots,
    }),
    storeStatus: assign({ status: (_, { status }: { status: CancellationSummary }) => status }),
    storeRequest: assign(({ context, event }) => {
      if (event.type !== 'SUBMIT') return {}
      const isUnchanged = JSON.stringify(event.request) === JSON.stringify(context.request)
      return { request: event.request, idempotencyKey: isUnchanged ? context.idempotencyKey : crypto.randomUUID() }
    }),
    storeDeclineReason: assign(({ event }) => (event.type === 'DECLINE' ? { declineReason: event.reason } : {})),
    clearError: assign({ error: undefined }),
    storeError: assign({ error: (_, { error }: { error: unknown }) => error }),
  },
  // Delay until the result is shown, so that the dialog can close first.
  delays: { outcomeDelay: 1000 },
})

const toError = ({ event }: { event: { error: unknown } }) => ({ error: event.error })
const toStatus = ({ event }: { event: { output: CancellationSummary } }) => ({ status: event.output })
const onCodeRequired = {
  guard: { type: 'isCodeRequired' as const, params: toError },
  target: 'confirming_code' as const,
}
const onRejected = <Target extends string>(target: Target) => ({
  target,
  actions: { type: 'storeError' as const, params: toError },
})
/** Reloads all data of the policy. A failed reload does not stop the wizard; the page shows the error. */
const reload = <Target extends string>(target: Target) =>
  ({
    src: 'reloadPolicy',
    input: ({ context }: { context: Context }) => ({ policyNo: context.policyNo }),
    onDone: { target, actions: { type: 'storeStatus', params: toStatus } },
    onError: { target },
  }) as const

/**
 * The state machine of the cancel wizard: reason, upload, and signature (CAN-11). It sends each step's request and then
 * reloads the policy. A pending cancellation continues at its remaining step and is not requested again (CAN-9).
 */
export const cancelWizardMachine = config.createMachine({
  id: 'cancel',
  context: ({ input }) => ({
    ...input,
    request: undefined,
    idempotencyKey: '',
    files: new Map(),
    failures: [],
    toSign: undefined,
    signatures: undefined,
    declineReason: '',
    error: undefined,
  }),
  initial: 'start',
  states: {
    start: {
      always: [{ guard: 'mustUpload', target: 'upload' }, { guard: 'mustSign', target: 'sign' }, { target: 'reason' }],
    },
    reason: {
      initial: 'choosing',
      states: {
        choosing: {
          on: {
            SUBMIT: { target: 'submitting', actions: 'storeRequest' },
            SKIP: {
              target: 'done',
              actions: assign({
                steps: ({ context, event }) => event.steps ?? context.steps,
                slots: ({ context, event }) => event.slots ?? context.slots,
              }),
            },
          },
        },
        submitting: {
          invoke: {
            src: 'requestCancellation',
            input: ({ context }) => {
              if (!context.request) throw new Error('There is no cancellation request to submit.')
              const { policyNo, request, idempotencyKey } = context
              return { policyNo, request, idempotencyKey }
            },
            onDone: { target: 'reloading', actions: { type: 'storeSubmittedRequest', params: toStatus } },
            onError: [onCodeRequired, onRejected('rejected')],
          },
        },
        rejected: { on: { BACK: 'choosing' } },
        confirming_code: { on: { CODE_CONFIRMED: 'submitting', BACK: 'choosing' } },
        reloading: { invoke: reload('done') },
        done: { always: [{ guard: 'requiresDocuments', target: '#cancel.upload' }, { target: '#cancel.sign' }] },
      },
    },
    upload: {
      initial: 'choosing',
      states: {
        choosing: {
          on: {
            CHOOSE: {
              actions: assign({
                files: ({ context, event: { docTypeId, file } }) => {
                  const files = new Map(context.files)
                  if (file) files.set(docTypeId, file)
                  else files.delete(docTypeId)
                  return files
                },
              }),
            },
            NEXT: 'uploading',
            SKIP: '#cancel.sign',
          },
        },
        uploading: {
          invoke: {
            src: 'uploadDocuments',
            input: ({ context: { policyNo, slots, files } }) => ({ policyNo, slots, files }),
            // Continues even if uploads failed. The next step lists the failures.
            onDone: { target: 'reloading', actions: assign({ failures: ({ event }) => event.output }) },
            onError: onRejected('reloading'),
          },
        },
        reloading: { invoke: reload('#cancel.sign') },
      },
    },
    sign: {
      initial: 'fetching',
      states: {
        fetching: {
          invoke: {
            src: 'fetchRequest',
            input: ({ context }) => ({ policyNo: context.policyNo }),
            onDone: { target: 'route', actions: assign({ toSign: ({ event }) => event.output }) },
            onError: onRejected('fetch_failed'),
          },
        },
        fetch_failed: { on: { RETRY: 'fetching' } },
        route: {
          always: [
            { guard: 'hasNothingToSign', target: 'ready' },
            { guard: 'hasConsented', target: 'signing' },
            { target: 'requesting_consent' },
          ],
        },
        requesting_consent: {
          on: {
            CONSENT: { target: 'recording_consent', actions: 'clearError' },
            DECLINE: { target: 'declining', actions: 'storeDeclineReason' },
          },
        },
        recording_consent: {
          invoke: {
            src: 'recordConsent',
            input: ({ context }) => ({
              policyNo: context.policyNo,
              version: context.toSign?.consent.version ?? '',
            }),
            onDone: {
              target: 'signing',
              actions: assign({ toSign: ({ context: { toSign } }) => toSign && { ...toSign, hasConsented: true } }),
            },
            onError: [onCodeRequired, onRejected('requesting_consent')],
          },
        },
        signing: {
          entry: assign({ signatures: undefined }),
          on: {
            PLACE_SIGNATURES: { target: 'ready', actions: assign({ signatures: ({ event }) => event.signatures }) },
            DECLINE: { target: 'declining', actions: 'storeDeclineReason' },
            // Continues after the viewer has signed the documents in another tab.
            SIGNED_ELSEWHERE: 'reloading',
          },
        },
        /** The viewer has signed everything, so the last button is enabled. */
        ready: {
          on: {
            NEXT: [
              { guard: ({ context }) => context.signatures !== undefined, target: 'posting' },
              '#cancel.completed',
            ],
            SKIP: '#cancel.completed',
            BACK: 'signing',
          },
        },
        posting: {
          invoke: {
            src: 'signRequest',
            input: ({ context }) => {
              if (!context.signatures) throw new Error('There are no signatures to post.')
              return { policyNo: context.policyNo, signatures: context.signatures }
            },
            onDone: { target: 'reloading' },
            onError: [onCodeRequired, onRejected('ready')],
          },
        },
        confirming_code: {
          on: {
            CODE_CONFIRMED: [
              { guard: ({ context }) => context.signatures !== undefined, target: 'posting' },
              { guard: ({ context }) => context.declineReason !== '', target: 'declining' },
              { target: 'recording_consent' },
            ],
            BACK: 'route',
          },
        },
        declining: {
          invoke: {
            src: 'declineToSign',
            input: ({ context }) => ({ policyNo: context.policyNo, reason: context.declineReason }),
            onDone: 'declined',
            onError: [onCodeRequired, onRejected('route')],
          },
        },
        declined: { on: { RETRY: 'route' } },
        reloading: { invoke: reload('#cancel.completed') },
      },
    },
    completed: {
      initial: 'waiting',
      states: {
        waiting: { after: { outcomeDelay: 'shown' } },
        shown: {},
      },
    },
  },
})
