import { expect, test, vi } from 'vitest'
import { createAreaApp, createStaffActor } from '../testing/area-app.ts'
import { ApiResponse, FileResponse, ok } from './response.ts'

const getStatus = async (response: unknown) => {
  const call = createAreaApp({} as never, { endSession: async () => response } as never)
  const { status } = await call(
    createStaffActor(),
    'DELETE /api/v1/accounts/sessions/5b0c9f1e-6f0a-4c59-9a55-0f6a2f3a1a01',
  )
  return status
}

test('returns a response that matches the contract', async () => {
  expect(await getStatus(ok(null))).toBe(200)
})

test.each<[string, unknown]>([
  ['text where JSON is declared', new FileResponse('hello', { contentType: 'text/plain; charset=UTF-8' })],
  ['a status that is not declared', new ApiResponse({ statusCode: 203, message: '', payload: null }, { status: 203 })],
  ['JSON that does not fit', ok({ name: 'hello' })],
])('returns 500 outside production for a response that violates the contract: %s', async (_what, response) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await getStatus(response)).toBe(500)
})
