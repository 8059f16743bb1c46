import type { z } from 'zod'
import { withStorableText } from './storable-text.ts'
import { rejectUnknownFields } from './strict-body.ts'

/** Types to which texts in the query string are converted. The contract declares them. */
export type WireType = 'integer' | 'number' | 'boolean' | 'json'

/**
 * Wraps the contract's query schema: strings are first converted to the contract's types, and undeclared parameters are
 * rejected. A value of the wrong type stays a string so that the error message contains the field.
 */
export const typedQuery = <Schema extends z.ZodType>(schema: Schema, types: Record<string, string>): Schema => {
  const kinds = Object.entries(types) as [string, WireType][]
  return withStorableText(rejectUnknownFields(schema) as Schema, (raw) => {
    if (kinds.length === 0 || typeof raw !== 'object' || raw === null) return raw
    const typed: Record<string, unknown> = { ...raw }
    for (const [name, kind] of kinds) if (typed[name] !== undefined) typed[name] = parseQueryValue(typed[name], kind)
    return typed
  })
}

/** Converts a query value to the contract's type: `'20'` → 20, `'false'` → false, `'[0,24]'` → [0, 24]. */
export function parseQueryValue(value: unknown, kind: WireType): unknown {
  if (typeof value !== 'string') return value
  if (kind === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  if (kind === 'integer' || kind === 'number') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  if (kind === 'json') return parseJsonOrText(value)
  return value
}

/** Parses JSON. Returns invalid JSON as a string so that the schema reports the problem. */
export function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
