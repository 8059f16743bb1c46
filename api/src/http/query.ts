import type { z } from 'zod'
import { plainText } from './plain-text.ts'
import { strict } from './strict-body.ts'

/** The contract's types that a query string has to be turned into. */
export type WireType = 'integer' | 'number' | 'boolean' | 'json'

/**
 * The contract's query schema, which rejects undeclared parameters and undeclared fields of JSON values, in front of which the strings of the address are turned into the contract's types.
 * What does not look like the type stays a string, so that the schema's own message names the field. The result is
 * typed as the schema itself: the route definition wants an object schema, and that is what comes out.
 */
export const typedQuery = <Schema extends z.ZodType>(schema: Schema, types: Record<string, string>): Schema => {
  const kinds = Object.entries(types) as [string, WireType][]
  return plainText(strict(schema) as Schema, (raw) => {
    if (kinds.length === 0 || typeof raw !== 'object' || raw === null) return raw
    const typed: Record<string, unknown> = { ...raw }
    for (const [name, kind] of kinds) if (typed[name] !== undefined) typed[name] = fromText(typed[name], kind)
    return typed
  })
}

/** One query value as the contract's type: `'20'` → 20, `'false'` → false, `'[0,24]'` → [0, 24]. */
export function fromText(value: unknown, kind: WireType): unknown {
  if (typeof value !== 'string') return value
  if (kind === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  if (kind === 'integer' || kind === 'number') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  if (kind === 'json') return fromJson(value)
  return value
}

/** What is no JSON stays the text that it is: the schema says what it wants instead. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
