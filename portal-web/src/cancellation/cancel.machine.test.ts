import type { CancellationSummary, DocumentWithSignatures, SigningConsent } from '@tideline/sdk'
import { TidelineError } from '@tideline/sdk'
import { describe, expect, it, vi } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { type CancelInput, type CancellationInput, cancelWizardMachine } from './cancel.machine.ts'

const pending = { state: 'pending', reasonCode: '01', missingDocuments: [] } as unknown as CancellationSummary
const unsigned = {
  ...{ policyDocId: 'd1', docTypeId: 8 },
  signatures: [{ policyDocSignatureId: 's1', party: 1, signatureImageId: null, signedAt: null }],
} as unknown as DocumentWithSignatures
const consent = { version: '2026-01' } as SigningConsent
const request: CancellationInput = {
  ...{ reasonCode: '01', effectiveDate: '2026-12-01', notes: 'Sold.', notifies: true },
  ...{ steps: ['reason', 'upload', 'sign'], slots: [{ docTypeId: 9, name: 'Property Sold', isUploaded: false }] },
}
const createError = (code: string) =>
  new TidelineError({ statusCode: 409, message: 'No.', errors: [{ code, message: 'No.' }], requestId: 'r1' })

const calls = () => ({
  requestCancellation: vi.fn(async (_: { request: CancellationInput; idempotencyKey: string }) => pending),
  reloadPolicy: vi.fn(async () => pending),
  uploadDocuments: vi.fn(async () => [] as { file: string; text: string }[]),
  fetchRequest: vi.fn(async () => ({ documents: [unsigned], consent, hasConsented: true })),
  recordConsent: vi.fn(async () => undefined),
  declineToSign: vi.fn(async () => undefined),
  signRequest: vi.fn(async () => undefined),
})

function start(input: Partial<CancelInput> = {}, given: Partial<ReturnType<typeof calls>> = {}) {
  const services = { ...calls(), ...given }
  const clock = new SimulatedClock()
  const actors = Object.fromEntries(
    Object.entries(services).map(([name, call]) => [name, fromPromise(({ input }) => call(input as never) as never)]),
  )
  const wizard = createActor(cancelWizardMachine.provide({ actors: actors as never }), {
    clock,
    input: {
      ...{ policyNo: 'RFL3000101', party: 1, isAutomatic: false, remainingStep: undefined },
      ...{ steps: ['reason', 'sign'], slots: [], status: undefined },
      ...input,
    },
  }).start()
  const at = (state: Parameters<ReturnType<typeof wizard.getSnapshot>['matches']>[0]) =>
    waitFor(wizard, (snapshot) => snapshot.matches(state), { timeout: 2000 })
  return { wizard, clock, at, ...services }
}
const signatures = { documents: [unsigned], useTextSignature: true, elanyNoticeAccepted: false }

describe('cancelWizardMachine', () => {
  it('sends a request for each step and shows the outcome one second after completion [D158] [D163]', async () => {
    const { wizard, clock, at, ...made } = start()
    wizard.send({ type: 'SUBMIT', request })
    await at({ upload: 'choosing' })
    expect(made.requestCancellation).toHaveBeenCalledExactlyOnceWith({
      ...{ policyNo: 'RFL3000101', request, idempotencyKey: expect.stringMatching(/^[\da-f-]{36}$/) },
    })
    expect(made.reloadPolicy).toHaveBeenCalledTimes(1)
    wizard.send({ type: 'CHOOSE', docTypeId: 9, file: new File(['sold'], 'sold.pdf') })
    wizard.send({ type: 'NEXT' })
    await at({ sign: 'signing' })
    expect(made.reloadPolicy).toHaveBeenCalledTimes(2)
    // No request is sent until all documents are signed.
    wizard.send({ type: 'NEXT' })
    expect(wizard.getSnapshot().matches({ sign: 'signing' })).toBe(true)
    wizard.send({ type: 'PLACE_SIGNATURES', signatures })
    wizard.send({ type: 'NEXT' })
    await at('completed')
    expect(made.signRequest).toHaveBeenCalledTimes(1)
    expect(made.reloadPolicy).toHaveBeenCalledTimes(3)
    clock.increment(999)
    expect(wizard.getSnapshot().matches({ completed: 'waiting' })).toBe(true)
    clock.increment(1)
    expect(wizard.getSnapshot().matches({ completed: 'shown' })).toBe(true)
  })

  it('reuses the idempotency key only for an unchanged request', async () => {
    const requestCancellation = vi.fn(
      async (_: { request: CancellationInput; idempotencyKey: string }): Promise<CancellationSummary> => {
        throw createError('date_out_of_range')
      },
    )
    const { wizard, at } = start({}, { requestCancellation })
    for (const one of [request, request, { ...request, effectiveDate: '2026-12-02' }]) {
      wizard.send({ type: 'SUBMIT', request: one })
      await at({ reason: 'rejected' })
      wizard.send({ type: 'BACK' })
    }
    const [first, again, other] = requestCancellation.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  it('confirms the emailed code if the server requires one, then repeats the request', async () => {
    const requestCancellation = vi.fn(async (_: { request: CancellationInput; idempotencyKey: string }) => pending)
    requestCancellation.mockRejectedValueOnce(createError('missing_code'))
    const { wizard, at } = start({ isAutomatic: true, steps: ['sign'] }, { requestCancellation })
    wizard.send({ type: 'SUBMIT', request: { ...request, reasonCode: '13', steps: ['sign'], slots: [] } })
    await at({ reason: 'confirming_code' })
    wizard.send({ type: 'CODE_CONFIRMED' })
    await at('sign')
    expect(requestCancellation).toHaveBeenCalledTimes(2)
  })

  it('continues after a failed upload and keeps the list of failed files', async () => {
    const failure = { file: 'sold.pdf', text: 'It is too large.' }
    const { wizard, at } = start(
      { remainingStep: 'upload', status: pending },
      { uploadDocuments: vi.fn(async () => [failure]) },
    )
    wizard.send({ type: 'NEXT' })
    const { context } = await at('sign')
    expect(context.failures).toEqual([failure])
  })

  it('sends no request for skipped steps [D164]', async () => {
    const { wizard, clock, at, ...made } = start()
    wizard.send({ type: 'SKIP', steps: ['reason', 'upload', 'sign'] })
    await at('upload')
    wizard.send({ type: 'SKIP' })
    await at({ sign: 'signing' })
    wizard.send({ type: 'PLACE_SIGNATURES', signatures })
    wizard.send({ type: 'SKIP' })
    await at('completed')
    expect([made.requestCancellation, made.uploadDocuments, made.signRequest].map(({ mock }) => mock.calls)).toEqual([
      [],
      [],
      [],
    ])
  })

  it('completes without a signature if the viewer is staff or there are no documents', async () => {
    for (const [party, documents] of [
      [1, []],
      [null, [unsigned]],
    ] as const) {
      const fetchRequest = vi.fn(async () => ({ documents: [...documents], consent, hasConsented: false }))
      const { wizard, at } = start({ remainingStep: 'sign', status: pending, party }, { fetchRequest })
      await at({ sign: 'ready' })
      wizard.send({ type: 'NEXT' })
      await at('completed')
    }
  })

  it('requests consent once, and records the reason when the signer declines', async () => {
    const fetchRequest = vi.fn(async () => ({ documents: [unsigned], consent, hasConsented: false }))
    const { wizard, at, ...made } = start({ remainingStep: 'sign', status: pending }, { fetchRequest })
    await at({ sign: 'requesting_consent' })
    wizard.send({ type: 'CONSENT' })
    await at({ sign: 'signing' })
    expect(made.recordConsent).toHaveBeenCalledExactlyOnceWith({ policyNo: 'RFL3000101', version: '2026-01' })
    wizard.send({ type: 'DECLINE', reason: 'I keep it.' })
    await at({ sign: 'declined' })
    expect(made.declineToSign).toHaveBeenCalledExactlyOnceWith({ policyNo: 'RFL3000101', reason: 'I keep it.' })
  })

  it('returns to the consent when a decline before the consent fails', async () => {
    const fetchRequest = vi.fn(async () => ({ documents: [unsigned], consent, hasConsented: false }))
    const declineToSign = vi.fn(async () => Promise.reject(new Error('unavailable')))
    const { wizard, at } = start({ remainingStep: 'sign', status: pending }, { fetchRequest, declineToSign })
    await at({ sign: 'requesting_consent' })
    wizard.send({ type: 'DECLINE', reason: 'I keep it.' })
    await at({ sign: 'declining' })
    await at({ sign: 'requesting_consent' })
    wizard.send({ type: 'CONSENT' })
    await at({ sign: 'signing' })
    wizard.send({ type: 'DECLINE', reason: 'I keep it.' })
    await at({ sign: 'declining' })
    await at({ sign: 'signing' })
  })

  it('starts at the first step each time the wizard is opened [D165]', async () => {
    const first = start()
    first.wizard.send({ type: 'SKIP' })
    await first.at('sign')
    first.wizard.stop()
    expect(start().wizard.getSnapshot().matches({ reason: 'choosing' })).toBe(true)
  })
})
