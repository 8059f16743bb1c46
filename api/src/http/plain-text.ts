import { z } from 'zod'

/** Deeper than any body of the contract; what goes on and on is no request. */
const deepest = 32
/** More than any object of the contract has; lists say for themselves how long they may be. */
const mostFields = 1000

/** What stands where in the value that somebody sent. */
interface Place {
  key: string | number
  above: Place | undefined
  depth: number
}

export interface TextProblem {
  path: (string | number)[]
  /** The rule in words, to stand after the field's name. */
  rule: string
}

/** Why a text cannot be kept: PostgreSQL takes neither NUL nor half a character, and no person types them. */
export function ruleAgainst(text: string): string | undefined {
  if (text.includes('\0')) return 'text cannot contain the character NUL (U+0000)'
  if (!text.isWellFormed()) return 'text cannot contain an unpaired surrogate'
  return undefined
}

const getPath = (place: Place | undefined): (string | number)[] => (place ? [...getPath(place.above), place.key] : [])

/**
 * The first text in a value, names of fields and files among them, that cannot be kept, or where the value nests too
 * deep or too wide. Walks without recursion: a body of a million brackets costs nothing but its length.
 */
export function findTextProblem(value: unknown): TextProblem | undefined {
  const waiting: { value: unknown; place: Place | undefined }[] = [{ value, place: undefined }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value: one, place } = next
    if (typeof one === 'string') {
      const rule = ruleAgainst(one)
      if (rule) return { path: getPath(place), rule }
    }
    if (typeof one !== 'object' || one === null) continue
    const depth = (place?.depth ?? 0) + 1
    if (depth > deepest)
      return { path: getPath(place).slice(0, 1), rule: `values can be nested at most ${deepest} levels deep` }
    const fileRule = one instanceof File && ruleAgainst(one.name)
    if (fileRule) return { path: getPath(place), rule: fileRule }
    const keys = Object.keys(one)
    if (!Array.isArray(one) && keys.length > mostFields)
      return { path: getPath(place), rule: `an object can have at most ${mostFields} fields` }
    for (const key of keys) {
      const keyRule = Array.isArray(one) ? undefined : ruleAgainst(key)
      if (keyRule) return { path: getPath(place), rule: keyRule.replace('a text', 'the name of a field') }
      const inner = (one as Record<string, unknown>)[key]
      if (typeof inner === 'string' || typeof inner === 'object')
        waiting.push({ value: inner, place: { key: Array.isArray(one) ? Number(key) : key, above: place, depth } })
    }
  }
  return undefined
}

/**
 * A schema of the contract behind the one rule for all texts that come in: whatever else it says, nothing passes that
 * cannot be kept. `prepare` turns what came into what the schema looks at.
 */
export const plainText = <Schema extends z.ZodType>(schema: Schema, prepare?: (raw: unknown) => unknown): Schema =>
  z.preprocess((raw, context) => {
    const value = prepare ? prepare(raw) : raw
    // A text may hide in JSON what it does not show.
    const problem = findTextProblem(raw) ?? (prepare && findTextProblem(value))
    if (problem) context.addIssue({ code: 'custom', message: problem.rule, path: problem.path })
    return value
  }, schema) as unknown as Schema
