import { describe, expect, it, vi } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { buildLinkRequest, validateIdentity, validatePhone, validateZip } from './identity.ts'
import { linkRequestMachine } from './link-request.machine.ts'
import type { LinkRequestDraft } from './link-request-draft.ts'

const started = (
  requestLink: () => Promise<void> = () => Promise.resolve(),
  showFailure: () => void = () => undefined,
) =>
  createActor(
    linkRequestMachine.provide({ actors: { requestLink: fromPromise(requestLink) }, actions: { showFailure } }),
  ).start()

describe('link request machine', () => {
  it('starts with an email address or a policy number [P169]', () => {
    expect(started().getSnapshot().value).toBe('identify')
  })
  it('requests the phone for an email address [P170]', () => {
    const actor = started()
    actor.send({ type: 'IDENTIFY', identity: 'marina.sample@example.com' })
    expect(actor.getSnapshot().value).toEqual({ verify: 'phone' })
  })
  it('requests the ZIP code for a policy number [P171]', () => {
    const actor = started()
    actor.send({ type: 'IDENTIFY', identity: 'RFL3000101' })
    expect(actor.getSnapshot().value).toEqual({ verify: 'zip' })
  })
  it('stays at the first step unless the input is an email address or policy number', () => {
    const actor = started()
    actor.send({ type: 'IDENTIFY', identity: 'RFL300010' })
    expect(actor.getSnapshot().value).toBe('identify')
  })
  it('ends in the success state after a policy number and ZIP code [P172]', async () => {
    const actor = started()
    actor.send({ type: 'IDENTIFY', identity: 'RFL3000101' })
    actor.send({ type: 'SUBMIT_ZIP', zip: '33606' })
    await waitFor(actor, (snapshot) => snapshot.matches('success'))
  })
  it('sends the same values again on request', async () => {
    const requestLink = vi.fn(() => Promise.resolve())
    const actor = started(requestLink)
    actor.send({ type: 'IDENTIFY', identity: 'RFL3000101' })
    actor.send({ type: 'SUBMIT_ZIP', zip: '33606' })
    await waitFor(actor, (snapshot) => snapshot.matches('success'))
    actor.send({ type: 'SEND_AGAIN' })
    await waitFor(actor, ({ context }) => context.isSentAgain)
    expect(requestLink).toHaveBeenCalledTimes(2)
  })
  it('remains in the success state when a repeated request fails', async () => {
    const showFailure = vi.fn()
    let requests = 0
    const requestLink = () => (requests++ === 0 ? Promise.resolve() : Promise.reject(new Error('no')))
    const actor = started(requestLink, showFailure)
    actor.send({ type: 'IDENTIFY', identity: 'RFL3000101' })
    actor.send({ type: 'SUBMIT_ZIP', zip: '33606' })
    await waitFor(actor, (snapshot) => snapshot.matches('success'))
    actor.send({ type: 'SEND_AGAIN' })
    await vi.waitFor(() => expect(showFailure).toHaveBeenCalledOnce())
    expect(actor.getSnapshot()).toMatchObject({ value: 'success', context: { isSentAgain: false } })
  })
  it('reports a failure once and keeps the entered values', async () => {
    const showFailure = vi.fn()
    const actor = started(() => Promise.reject(new Error('no')), showFailure)
    actor.send({ type: 'IDENTIFY', identity: 'marina.sample@example.com' })
    actor.send({ type: 'SUBMIT_PHONE', phone: '813-555-0142' })
    const snapshot = await waitFor(actor, (at) => at.matches({ verify: 'phone' }))
    expect(showFailure).toHaveBeenCalledOnce()
    expect(snapshot.context).toMatchObject({ identity: 'marina.sample@example.com', phone: '813-555-0142' })
  })
  it('returns to the first step on Back and keeps the entered values', () => {
    const actor = started()
    actor.send({ type: 'IDENTIFY', identity: 'RFL3000101' })
    actor.send({ type: 'BACK' })
    expect(actor.getSnapshot()).toMatchObject({ value: 'identify', context: { identity: 'RFL3000101' } })
  })
  it.each<[LinkRequestDraft, unknown]>([
    [{ isGiven: true, identity: 'RFL3000101' }, { verify: 'zip' }],
    [{ isGiven: true, identity: 'marina.sample@example.com' }, { verify: 'phone' }],
    [{ isGiven: false, identity: 'RFL3000101' }, 'identify'],
    [{ isGiven: true, identity: 'RFL30' }, 'identify'],
    [{ isSent: true }, 'success'],
  ])('resumes the progress that the browser tab has stored: %j', (before, value) => {
    const actor = createActor(linkRequestMachine, { input: before }).start()
    expect(actor.getSnapshot()).toMatchObject({ value, context: { identity: before.identity ?? '' } })
  })
})

describe('link request validation', () => {
  it.each(['marina@example', '@example.com', 'a b@example.com', 'RFL300010', ''])(
    'rejects "%s" as an email address or policy number [P207] [P208]',
    (typed) => expect(validateIdentity(typed)).toBe('Please use a valid email or policy number'),
  )
  it.each(['marina.sample@example.com', 'RFL3000101'])('accepts "%s" as an email address or policy number', (typed) => {
    expect(validateIdentity(typed)).toBeUndefined()
  })
  it('requires a phone in the format ###-###-#### [P210]', () => {
    expect(validatePhone('813-555-0142')).toBeUndefined()
    expect(validatePhone('8135550142')).toBe('Please use a valid phone number in ###-###-#### format')
  })
  it('names the field and the required length in the error [P215]', () => {
    expect(validateZip('3360')).toBe('Zip field must be 5 characters long')
    expect(validateZip('33606')).toBeUndefined()
  })
  it('sends the entered values and leaves the other fields empty', () => {
    expect(buildLinkRequest({ kind: 'email', email: 'm@example.com' }, '813-555-0142')).toEqual({
      email: 'm@example.com',
      phone: '813-555-0142',
      policyNumber: '',
      zip: '',
    })
  })
})
