import type { ErrorCode } from '@tideline/sdk/types'
import type { ZodError } from 'zod'

type Issue = ZodError['issues'][number]

export interface InputProblem {
  code: ErrorCode
  /** A sentence that names the field and the rule. */
  message: string
  field?: string
}

/** So many problems, names and letters are told: a body of nothing but mistakes is not read back to who sent it. */
const problemsAtMost = 20
const namesAtMost = 5
const lettersOfName = 60
const lettersOfField = 200

/** A text cut to a length, with a sign that it was; never between the halves of a character. */
export const shortened = (text: string, letters: number) =>
  text.length <= letters
    ? text
    : `${text
        .slice(0, letters - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`

/** The first few of many names, and how many more there are. */
export function fewOf(names: readonly string[], most = namesAtMost): string {
  const few = names.slice(0, most).map((name) => shortened(name, lettersOfName))
  return names.length > most ? `${few.join(', ')} and ${names.length - most} more` : few.join(', ')
}

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  file: 'a file',
  null: 'null',
}

const units: Record<string, string> = { string: 'character', array: 'entry', set: 'entry', file: 'byte' }

/** `at most 3 characters`; numbers stand alone. */
const counted = (origin: string, count: number | bigint) => {
  const unit = units[origin]
  if (!unit) return String(count)
  return `${count} ${Number(count) === 1 ? unit : `${unit}s`.replace('entrys', 'entries')}`
}

const formats: Record<string, string> = {
  date: 'has to be a day of the calendar such as 2026-12-15',
  datetime: 'has to be a moment such as 2026-11-20T15:04:05Z',
  email: 'has to be an e-mail address such as marina.sample@example.com',
  uuid: 'has to be an id such as 5b0c9f1e-6f0a-4c59-9a55-0f6a2f3a1a01',
  url: 'has to be an address such as https://example.com/',
}

/** What is asked for, in words: never a pattern nor a library's own (decision 90). */
function ruleOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is missing'
        : `has to be ${kinds[issue.expected] ?? 'another value'}`
    case 'too_big':
      return `has to be at most ${counted(issue.origin, issue.maximum)}`
    case 'too_small':
      return `has to be ${issue.inclusive === false ? 'more than' : 'at least'} ${counted(issue.origin, issue.minimum)}`
    case 'invalid_format':
      return formats[issue.format] ?? 'is not written the way this field asks for'
    case 'invalid_value':
      return `has to be ${issue.values.length > 1 ? 'one of ' : ''}${fewOf(issue.values.map(String), 30)}`
    case 'unrecognized_keys':
      return `this call does not know ${fewOf(issue.keys)}`
    case 'invalid_union':
      return 'fits none of the forms that this call takes'
    default:
      return issue.code === 'custom' ? issue.message.replace(/\.$/, '') : 'is not valid'
  }
}

/** A check is broken in one of four ways, whatever its library calls them. */
function codeOf(issue: Issue): ErrorCode {
  if (issue.code === 'unrecognized_keys') return 'unknown_field'
  if (issue.code !== 'invalid_type') return 'invalid_value'
  return issue.message.endsWith('received undefined') ? 'missing_field' : 'wrong_type'
}

/** What the contract's check found, as sentences: the first few, and how many more there are. `where` stands for the whole. */
export function problemsOf(where: string, { issues }: ZodError, within: string[] = []): InputProblem[] {
  const told = issues.slice(0, problemsAtMost).map((issue) => {
    const field = shortened([...within, ...issue.path].map(String).join('.'), lettersOfField)
    return { code: codeOf(issue), message: `${field || where}: ${ruleOf(issue)}.`, ...(field ? { field } : {}) }
  })
  const more = issues.length - told.length
  return more > 0 ? [...told, { code: 'more_problems', message: `${where}: and ${more} more problems.` }] : told
}
