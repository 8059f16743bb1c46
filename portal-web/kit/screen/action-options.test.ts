import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { TidelineError } from '@tideline/sdk'
import { beforeEach, expect, it, vi } from 'vitest'
import { toastQueue } from '../ui/toast-queue.ts'
import { type ActionOptions, createActionOptions, toActionProblem } from './action-options.ts'

const getToasts = () => toastQueue.items().map(({ title, text, tone }) => ({ title, text, tone }))

beforeEach(() => {
  for (const { id } of toastQueue.items()) toastQueue.remove(id)
})

/** Runs an action with three cached queries. Returns the action's result and the invalidated queries. */
async function runAction(act: () => Promise<string>, options: ActionOptions<void, string>) {
  const client = new QueryClient()
  const keys = [
    [{ _id: 'getConfirmation', path: { policyNo: 'RFL3000101' } }],
    [{ _id: 'getPolicyTransactions', path: { policyNo: 'RFL3000101' } }],
    [{ _id: 'listClaims', query: { policyNo: 'RFL3000101' } }],
  ]
  for (const key of keys) client.setQueryData(key, 'as it was')
  const outcome = await new MutationObserver(client, createActionOptions(client, act, options))
    .mutate()
    .catch((error: unknown) => error)
  const stale = keys.filter((key) => client.getQueryState(key)?.isInvalidated).map(([{ _id } = { _id: '' }]) => _id)
  return { outcome, stale }
}

const createError = () =>
  Promise.reject(new TidelineError({ statusCode: 409, message: 'It was paid.', errors: [], requestId: 'r' }))

it('invalidates only the queries that an action affects', async () => {
  const { stale } = await runAction(async () => 'ok', { changes: ['getConfirmation', 'listClaims'] })
  expect(stale).toEqual(['getConfirmation', 'listClaims'])
})

it('invalidates all queries after an action that changes everything', async () => {
  const { stale } = await runAction(async () => 'ok', { changes: 'everything' })
  expect(stale).toEqual(['getConfirmation', 'getPolicyTransactions', 'listClaims'])
})

it('shows a success toast and passes the response of an action to onDone', async () => {
  const onDone = vi.fn()
  await runAction(async () => 'ok', { changes: [], successToast: 'The claim was saved.', onDone })
  expect(getToasts()).toEqual([{ title: 'The claim was saved.', text: undefined, tone: 'success' }])
  expect(onDone).toHaveBeenCalledWith('ok', undefined)
})

it('shows no toast and keeps cached data when an action fails', async () => {
  const onDone = vi.fn()
  const { outcome, stale } = await runAction(createError, { changes: 'everything', successToast: 'Done.', onDone })
  expect(toActionProblem(outcome, 'Error')).toEqual({ title: 'Error', text: 'It was paid.' })
  expect([getToasts(), stale, onDone.mock.calls]).toEqual([[], [], []])
})
