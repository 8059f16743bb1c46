import { z } from 'zod'

/** Maximum nesting depth of a body. No schema of the contract needs more. */
const maxDepth = 32
/** Maximum number of fields of an object. No schema of the contract has more. Lists have their own limits. */
const maxFields = 1000

/** Position in the input. */
interface Place {
  key: string | number
  above: Place | undefined
  depth: number
}

export interface TextProblem {
  path: (string | number)[]
  /** The violated rule, as a text that follows the field's name. */
  rule: string
}

/**
 * Returns the reason why a text cannot be stored, or undefined if it can. PostgreSQL accepts neither NUL characters nor
 * unpaired surrogates.
 */
export function findUnstorableTextReason(text: string): string | undefined {
  if (text.includes('\0')) return 'text cannot contain the character NUL (U+0000)'
  if (!text.isWellFormed()) return 'text cannot contain an unpaired surrogate'
  return undefined
}

const getPath = (place: Place | undefined): (string | number)[] => (place ? [...getPath(place.above), place.key] : [])

/**
 * Returns the first problem in a value: a text or name that cannot be stored, too many nesting levels or too many
 * fields. It does not use recursion, so that deeply nested input cannot exhaust the call stack.
 */
export function findTextProblem(value: unknown): TextProblem | undefined {
  const waiting: { value: unknown; place: Place | undefined }[] = [{ value, place: undefined }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value: one, place } = next
    if (typeof one === 'string') {
      const rule = findUnstorableTextReason(one)
      if (rule) return { path: getPath(place), rule }
    }
    if (typeof one !== 'object' || one === null) continue
    const depth = (place?.depth ?? 0) + 1
    if (depth > maxDepth)
      return { path: getPath(place).slice(0, 1), rule: `values can be nested at most ${maxDepth} levels deep` }
    const fileRule = one instanceof File && findUnstorableTextReason(one.name)
    if (fileRule) return { path: getPath(place), rule: fileRule }
    const keys = Object.keys(one)
    if (!Array.isArray(one) && keys.length > maxFields)
      return { path: getPath(place), rule: `an object can have at most ${maxFields} fields` }
    for (const key of keys) {
      const keyRule = Array.isArray(one) ? undefined : findUnstorableTextReason(key)
      if (keyRule) return { path: getPath(place), rule: keyRule.replace('a text', 'the name of a field') }
      const inner = (one as Record<string, unknown>)[key]
      if (typeof inner === 'string' || typeof inner === 'object')
        waiting.push({ value: inner, place: { key: Array.isArray(one) ? Number(key) : key, above: place, depth } })
    }
  }
  return undefined
}

/**
 * Wraps a schema of the contract with a check that all texts can be stored. `prepare` converts the raw input before
 * validation.
 */
export const withStorableText = <Schema extends z.ZodType>(
  schema: Schema,
  prepare?: (raw: unknown) => unknown,
): Schema =>
  z.preprocess((raw, context) => {
    const value = prepare ? prepare(raw) : raw
    // A text inside a JSON string can contain escaped characters, so both the raw and the parsed form are checked.
    const problem = findTextProblem(raw) ?? (prepare && findTextProblem(value))
    if (problem) context.addIssue({ code: 'custom', message: problem.rule, path: problem.path })
    return value
  }, schema) as unknown as Schema
