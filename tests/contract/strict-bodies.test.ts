import { operations } from '@tideline/api/generated/operations.ts'
import type { OperationEntry } from '@tideline/api/http/operation.ts'
import { describe, expect, test } from 'vitest'
import { calls, resolve } from '../support/contract.ts'

type Path = (string | number)[]

/** Returns the paths of all objects in a value. Includes the value itself if it is an object. */
const objectsIn = (value: unknown, path: Path = []): Path[] => {
  if (Array.isArray(value)) return value.flatMap((item, index) => objectsIn(item, [...path, index]))
  if (typeof value !== 'object' || value === null) return []
  return [path, ...Object.entries(value).flatMap(([key, inner]) => objectsIn(inner, [...path, key]))]
}

const withUndeclaredField = (value: unknown, path: Path): unknown => {
  const copy = structuredClone(value)
  let at = copy as Record<string | number, never>
  for (const key of path) at = at[key] as never
  ;(at as Record<string, unknown>).zzUnknown = true
  return copy
}

/** Operations whose request body comes from a third party, which may add fields. */
const open = new Set(['receiveStripeWebhook'])

const rows = calls
  .filter(({ operationId }) => !open.has(operationId))
  .flatMap((call) => {
    const examples = Object.entries(call.requestBody?.content['application/json']?.examples ?? {})
    return examples.flatMap(([name, example]) => {
      const { value } = resolve(example)
      return objectsIn(value).map((path) => ({
        operationId: call.operationId,
        name,
        at: path.join('.') || 'the body',
        body: withUndeclaredField(value, path),
      }))
    })
  })

describe('undeclared fields in request bodies', () => {
  test('are also tested in nested objects', () =>
    expect(rows.filter(({ at }) => at !== 'the body').length).toBeGreaterThan(20))

  test.each(rows)('are rejected by $operationId ($name) in $at', ({ operationId, body }) => {
    const { request } = (operations as Record<string, OperationEntry>)[operationId]?.route ?? {}
    const media = request?.body?.content['application/json'] as {
      schema: { safeParse: (body: unknown) => { success: boolean } }
    }
    expect(media.schema.safeParse(body).success).toBe(false)
  })
})
