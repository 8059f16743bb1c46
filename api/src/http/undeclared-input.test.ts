import { describe, expect, it } from 'vitest'
import { operations } from '../generated/operations.ts'
import { createAreaApp, createStaffActor } from '../testing/area-app.ts'
import type { OperationEntry } from './operation.ts'
import { ok } from './response.ts'

type Entries = [string, OperationEntry][]
const entries = Object.entries(operations) as unknown as Entries
const closed = entries.filter(([, { hasOpenQuery }]) => !hasOpenQuery)

const sessionId = '5b0c9f1e-6f0a-4c59-9a55-0f6a2f3a1a01'
const app = createAreaApp({} as never, { endSession: async () => ok(null) } as never)
const endSession = (query: string, body?: object) =>
  app(createStaffActor(), `DELETE /api/v1/accounts/sessions/${sessionId}${query}`, body ? { body } : {})
const getErrors = ({ body }: { body: { errors: unknown[] } }) => body.errors

describe('undeclared query parameters', () => {
  it.each(closed.map(([id, entry]) => ({ id, entry })))('are rejected by operation $id', ({ entry }) => {
    const query = entry.route.request?.query as { safeParse?: (value: unknown) => { error?: { issues: unknown[] } } }
    // For operations without query parameters, register-operations.ts adds the check, which is tested below.
    if (!query) return
    expect(query.safeParse?.({ zzUnknown: '1' }).error?.issues).toContainEqual(
      expect.objectContaining({ code: 'unrecognized_keys', keys: ['zzUnknown'], path: [] }),
    )
  })

  it('are ignored only by operations whose URLs are built by other sites or services', () => {
    expect(entries.filter(([, { hasOpenQuery }]) => hasOpenQuery).map(([id]) => id)).toEqual([
      'receiveStripeWebhook',
      'getWidgetScript',
      'getWidgetStyle',
      'getWidgetPage',
    ])
  })

  it('are rejected with 400 unknown_parameter by an operation without parameters', async () => {
    const response = await endSession('?force=true')
    expect(response.status).toBe(400)
    expect(getErrors(response)).toEqual([
      { code: 'unknown_parameter', field: 'force', message: 'force: unknown parameter.' },
    ])
  })
})

describe('undeclared body fields', () => {
  it('are rejected with 400 unknown_field by an operation without a body', async () => {
    const response = await endSession('', { force: true })
    expect(response.status).toBe(400)
    expect(getErrors(response)).toEqual([{ code: 'unknown_field', field: 'force', message: 'force: unknown field.' }])
    expect((await endSession('', {})).status).toBe(200)
    expect((await endSession('')).status).toBe(200)
  })
})
