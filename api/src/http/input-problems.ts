import type { ErrorCode } from '@tideline/sdk/types'
import { patternWords } from '@tideline/sdk/words'
import type { ZodError, z } from 'zod'
import { findClosestName, getKnownFields } from './known-fields.ts'
import { parseJsonOrText } from './query.ts'

type Issue = ZodError['issues'][number]

export interface InputProblem {
  code: ErrorCode
  /** Message that states the field and the rule. */
  message: string
  field?: string
}

/**
 * Limits for the number of problems, the number of names and the lengths of names and fields. They keep the error
 * response small even if the body is large.
 */
const problemsAtMost = 20
const namesAtMost = 5
const lettersOfName = 60
const lettersOfField = 200

/** Truncates a text with an ellipsis, without splitting a surrogate pair. */
export const truncate = (text: string, letters: number) =>
  text.length <= letters
    ? text
    : `${text
        .slice(0, letters - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`

/** Formats the first few names and the number of remaining names. */
export function formatNameList(names: readonly string[], most = namesAtMost): string {
  const few = names.slice(0, most).map((name) => truncate(name, lettersOfName))
  return names.length > most ? `${few.join(', ')} and ${names.length - most} more` : few.join(', ')
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  file: 'a file',
  null: 'null',
}

const units: Record<string, string> = { string: 'character', array: 'entry', set: 'entry', file: 'byte' }

/** Formats a count with its unit, for example `3 characters`. Without a unit, returns only the number. */
const counted = (origin: string, count: number | bigint) => {
  const unit = units[origin]
  if (!unit) return String(count)
  return `${count} ${Number(count) === 1 ? unit : `${unit}s`.replace('entrys', 'entries')}`
}

const formats: Record<string, string> = {
  date: 'must be a date such as 2026-12-15',
  datetime: 'must be a date and time such as 2026-11-20T15:04:05Z',
  email: 'must be an email address such as marina.sample@example.com',
  uuid: 'must be an id such as 5b0c9f1e-6f0a-4c59-9a55-0f6a2f3a1a01',
  url: 'must be a URL such as https://example.com/',
}

/**
 * Returns the description of a pattern in the contract. Zod returns patterns as JavaScript literals, in which slashes
 * are escaped.
 */
const describePattern = (literal: string | undefined): string | undefined => {
  const pattern = /^\/(.*)\/[a-z]*$/s.exec(literal ?? '')?.[1]
  return pattern === undefined
    ? undefined
    : patternWords[pattern.replaceAll(/\\(.)/gs, (escaped, sign) => (sign === '/' ? '/' : escaped))]
}

/** Returns the violated rule as the end of a sentence (API-7). The text contains no patterns or library messages. */
function getRule(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? 'another value'}.`
    case 'too_big':
      return `must be at most ${counted(issue.origin, issue.maximum)}.`
    case 'too_small':
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${counted(issue.origin, issue.minimum)}.`
    case 'invalid_format':
      return describePattern(issue.pattern) ?? `${formats[issue.format] ?? 'has an invalid format'}.`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${formatNameList(issue.values.map(String), 30)}.`
    case 'invalid_union':
      return 'does not match any format that this operation accepts.'
    default:
      return issue.code === 'custom' ? `${issue.message.replace(/\.$/, '')}.` : 'is not valid.'
  }
}

/** Additional information for error messages. */
export interface InputContext {
  /** Schema of the input. It is used to suggest the closest declared name for an unknown name. */
  schema?: z.core.$ZodType
  /** Path of the field that contains the checked value. Set it only if the value is a part of the field. */
  within?: string[]
  /** The checked input. Values that are absent from it are reported as missing. */
  value?: unknown
  /**
   * Messages from the specification by field (API-7). They are used for values that are missing, blank, too small or
   * malformed.
   */
  sentences?: Readonly<Record<string, string>>
}

/** Returns the value at a path of the input. Parses JSON in the query string first. */
const getValueAtPath = (value: unknown, path: Issue['path']): unknown =>
  path.reduce<unknown>((inner, key) => {
    const opened = typeof inner === 'string' ? parseJsonOrText(inner) : inner
    return (opened as Record<PropertyKey, unknown> | null | undefined)?.[key]
  }, value)

/** Maps a validation issue to one of the contract's error codes. */
function getCode(issue: Issue, isMissing: boolean): ErrorCode {
  if (isMissing) return 'missing_field'
  return issue.code === 'invalid_type' ? 'wrong_type' : 'invalid_value'
}

/**
 * Returns a measure of how much the input differs from one option of a union. A wrong type counts most, then unknown
 * fields, then other problems.
 */
const getDistance = (issues: readonly Issue[]): number =>
  issues.reduce((sum, issue) => {
    if (issue.code === 'unrecognized_keys') return sum + 10 * issue.keys.length
    return sum + (issue.code === 'invalid_type' && issue.path.length === 0 ? 1000 : 1)
  }, 0)

/** Replaces a union issue with the issues of the closest option. Unlike the union issue, these name a field. */
function expandClosestOption(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const forms = (issue.errors as Issue[][]).filter((form) => form.length > 0)
  const closest = forms.toSorted((one, other) => getDistance(one) - getDistance(other))[0]
  if (!closest) return [issue]
  return closest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(expandClosestOption)
}

/** Splits an issue with several undeclared names into one issue per name. */
const splitByName = (issue: Issue): Issue[] =>
  issue.code === 'unrecognized_keys' ? issue.keys.map((name) => ({ ...issue, keys: [name] })) : [issue]

/** Returns the problem for an undeclared query parameter or JSON field. Suggests the closest declared name. */
function describeUndeclaredName(
  where: string,
  path: Issue['path'],
  name: string,
  { within = [], schema }: InputContext,
): InputProblem {
  const isParameter = where === 'query' && path.length === 0
  const inFront = [...within, ...path].map((key) => `${String(key)}.`).join('')
  const field = truncate(`${inFront}${name}`, lettersOfField)
  const closest = schema && findClosestName(name, getKnownFields(schema, path))
  const hint = closest === undefined ? '' : ` Did you mean ${inFront}${closest}?`
  const [code, kind]: [ErrorCode, string] = isParameter
    ? ['unknown_parameter', 'parameter']
    : ['unknown_field', 'field']
  return { code, message: `${truncate(field, lettersOfName)}: unknown ${kind}.${hint}`, field }
}

/**
 * Converts validation issues to messages: the first ones, and the number of remaining ones. `where` is the name of the
 * checked input, for example `body`.
 */
export function describeInputProblems(where: string, { issues }: ZodError, context: InputContext = {}): InputProblem[] {
  const { within = [], value, sentences = {} } = context
  const all = issues.flatMap(expandClosestOption).flatMap(splitByName)
  const described = all.slice(0, problemsAtMost).map((issue) => {
    if (issue.code === 'unrecognized_keys')
      return describeUndeclaredName(where, issue.path, issue.keys[0] ?? '', context)
    const field = truncate([...within, ...issue.path].map(String).join('.'), lettersOfField)
    const isMissing =
      (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) ||
      (value !== undefined &&
        issue.path.length > 0 &&
        issue.code !== 'custom' &&
        getValueAtPath(value, issue.path) === undefined)
    // Names come from the caller. A name such as `constructor` must not match a property of `Object`.
    const documented = issue.code !== 'too_big' && Object.hasOwn(sentences, field) ? sentences[field] : undefined
    const sentence = documented ?? `${field || where}: ${isMissing ? 'is missing.' : getRule(issue)}`
    return { code: getCode(issue, isMissing), message: sentence, ...(field ? { field } : {}) }
  })
  const more = all.length - described.length
  return more > 0
    ? [...described, { code: 'more_problems', message: `${where}: and ${more} more problems.` }]
    : described
}
