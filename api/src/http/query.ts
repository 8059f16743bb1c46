import type { z } from 'zod'
import { plainText } from './plain-text.ts'

/** The contract's types that a query string has to be turned into. */
export type WireType = 'integer' | 'number' | 'boolean' | 'array' | 'object'

/**
 * The contract's query schema, in front of which the strings of the address are turned into the contract's types.
 * What does not look like the type stays a string, so that the schema's own message names the field. The result is
 * typed as the schema itself: the route definition wants an object schema, and that is what comes out.
 */
export const typedQuery = <Schema extends z.ZodType>(schema: Schema, types: Record<string, string>): Schema => {
  const kinds = Object.entries(types) as [string, WireType][]
  return plainText(schema, (raw) => {
    if (kinds.length === 0 || typeof raw !== 'object' || raw === null) return raw
    const typed: Record<string, unknown> = { ...raw }
    for (const [name, kind] of kinds) if (typed[name] !== undefined) typed[name] = fromText(typed[name], kind)
    return typed
  })
}

/** One query value as the contract's type: `'20'` → 20, `'false'` → false, `'a,b'` and `a&a` → arrays. */
export function fromText(value: unknown, kind: WireType): unknown {
  if (kind === 'array') return Array.isArray(value) ? value : String(value).split(',')
  if (typeof value !== 'string') return value
  if (kind === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  if (kind === 'integer' || kind === 'number') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  return value
}
