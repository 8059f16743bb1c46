import { count, day, dayAndTime, money } from '@tideline/web-kit/formats/format.ts'
import { toSentence } from './labels.ts'

/** One line of what an entry tells. `before` is missing where it tells no change. */
export interface Change {
  name: string
  before?: string
  after: string
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as people read it; cents by their name, days and moments by their shape. */
function shown(value: unknown, name: string): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return /cents$/i.test(name) ? money(value / 100) : count(value)
  if (Array.isArray(value)) return value.length > 0 ? value.map((one) => shown(one, name)).join(', ') : '–'
  if (isObject(value))
    return Object.entries(value)
      .map(([key, one]) => `${toSentence(key)}: ${shown(one, key)}`)
      .join('; ')
  const text = String(value)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return day(text)
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? dayAndTime(text) : text
}

const getName = (key: string) => toSentence(key.replace(/Cents$/, ''))

/**
 * What an entry's details say, a line a field: before and after where both are told, else what is told. Details that are no JSON any
 * more, because they were cut, are one line.
 */
export function getChanges(details: string): Change[] {
  let told: unknown
  try {
    told = JSON.parse(details)
  } catch {
    return [{ name: 'Details', after: details }]
  }
  if (!isObject(told)) return []
  const { before, after, ...rest } = told
  // A change tells what was before, and what is now by its name or beside it.
  const now = after === undefined && isObject(before) ? rest : after
  const facts = now === rest ? {} : rest
  const changed =
    before === undefined && after === undefined
      ? []
      : isObject(before) || isObject(now)
        ? [...new Set([...Object.keys(isObject(before) ? before : {}), ...Object.keys(isObject(now) ? now : {})])].map(
            (key) => ({
              name: getName(key),
              before: shown(isObject(before) ? before[key] : undefined, key),
              after: shown(isObject(now) ? now[key] : undefined, key),
            }),
          )
        : [{ name: 'Value', before: shown(before, ''), after: shown(now, '') }]
  return [
    ...changed,
    ...Object.entries(facts).map(([key, value]) => ({ name: getName(key), after: shown(value, key) })),
  ]
}
