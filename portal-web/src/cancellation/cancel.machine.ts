import type { CancellationStatus, DocumentWithSignatures, ReasonCode, SigningConsent } from '@tideline/sdk'
import { requiresOneTimeCode } from '@tideline/web-kit/errors/api-errors.ts'
import { assign, fromPromise, setup } from 'xstate'
import type { FailedUpload } from '../documents/upload-files.ts'
import { getUnsignedPlaces, type Party } from '../signing/place-signatures.ts'
import type { PlacedSignatures } from '../signing/signing-requests.ts'
import type { CancelStep, RequiredDocumentSlot } from './cancel-steps.ts'

/** The input of a cancellation request: reason, effective date, and staff notes. */
export interface CancellationInput {
  reasonCode: ReasonCode
  /** `YYYY-MM-DD`; undefined if the reason requires no date, which means now. */
  effectiveDate: string | undefined
  notes: string
  /** The notifications switch of staff; undefined for other viewers. */
  notifies: boolean | undefined
  /** The wizard steps for this reason. */
  steps: CancelStep[]
  slots: RequiredDocumentSlot[]
}

export interface SigningRequest {
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
  /** The only reason was confirmed before the wizard opened. */
  isAutomatic: boolean
  /** The step of a pending cancellation that remains for the viewer. */
  remainingStep: CancelStep | undefined
  request: CancellationInput | undefined
  /** Stays the same while the input is unchanged, so that the request is submitted once (CAN-9). */
  idempotencyKey: string
  steps: CancelStep[]
  slots: RequiredDocumentSlot[]
  /** The status of the cancellation; undefined until the request is submitted. */
  status: CancellationStatus | undefined
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
  /** Ctrl-click: continues to the next step without sending this step's request (CAN-9). */
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
    requestCancellation: actor<CancellationStatus, OfPolicy & { request: CancellationInput; idempotencyKey: string }>(),
    reloadPolicy: actor<CancellationStatus, OfPolicy>(),
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
      status: (_, { status }: { status: CancellationStatus }) => status,
      steps: ({ context }) => context.request?.steps ?? context.steps,
      slots: ({ context }) => context.request?.slots ?? context.slots,
    }),
    storeStatus: assign({ status: (_, { status }: { status: CancellationStatus }) => status }),
    storeRequest: assign(({ context, event }) => {
      if (event.type !== 'SUBMIT') return {}
      const isUnchanged = JSON.stringify(event.request) === JSON.stringify(context.request)
      return { request: event.request, idempotencyKey: isUnchanged ? context.idempotencyKey : crypto.randomUUID() }
    }),
    storeDeclineReason: assign(({ event }) => (event.type === 'DECLINE' ? { declineReason: event.reason } : {})),
    clearError: assign({ error: undefined }),
    storeError: assign({ error: (_, { error }: { error: unknown }) => error }),
  },
  // Gives the dialog time to close before the outcome opens.
  delays: { outcomeDelay: 1000 },
})

const toError = ({ event }: { event: { error: unknown } }) => ({ error: event.error })
const toStatus = ({ event }: { event: { output: CancellationStatus } }) => ({ status: event.output })
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
 * The cancel wizard (CAN-11): reason, upload, and signature. Each step is sent before the next one starts, and the
 * policy is reloaded in between. Does not depend on React. A cancellation is requested once (CAN-9): a viewer who
 * returns to a pending one continues at the remaining step.
 */
export const cancelMachine = config.createMachine({
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
            // Failed uploads do not stop the wizard; the next step lists them.
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
            onDone: { target: 'signing' },
            onError: [onCodeRequired, onRejected('requesting_consent')],
          },
        },
        signing: {
          entry: assign({ signatures: undefined }),
          on: {
            PLACE_SIGNATURES: { target: 'ready', actions: assign({ signatures: ({ event }) => event.signatures }) },
            DECLINE: { target: 'declining', actions: 'storeDeclineReason' },
            // Signing was completed in another tab. The wizard continues as if it was completed here.
            SIGNED_ELSEWHERE: 'reloading',
          },
        },
        /** The last button is enabled: everything that this viewer has to sign is signed. */
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
            onError: [onCodeRequired, onRejected('signing')],
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
