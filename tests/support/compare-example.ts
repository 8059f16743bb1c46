import { loadedAt } from '@tideline/api/testing/demo-api.ts'

const loadedDay = '2026-11-20T'

const moment = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
/** Matches ids that are new in every demo book. Fixed ids are in api/src/demo-book/fixed-ids.ts. */
const newId = /^(?!0000)((?:req|pm|pi|evt)_[\w-]+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/
/** Matches tokens and list cursors. */
const sealed = /^(eyJ[\w.-]+|ZXlK[\w=%]+|Wy[\w-]{10,})$/

/** Checks whether a timestamp comes from the database clock. It shows the time of the test, not of the demo book. */
const isCurrent = (text: string) => moment.test(text) && Math.abs(Date.parse(text) - Date.now()) < 30 * 60_000

function isAlike(example: unknown, answer: unknown): boolean {
  if (example === answer) return true
  if (typeof example !== 'string' || typeof answer !== 'string') return false
  // An example may shorten long text with an ellipsis.
  if (example.endsWith('…') && answer.startsWith(example.slice(0, -1))) return true
  if (isCurrent(answer)) return moment.test(example) && example.startsWith(loadedDay)
  if (moment.test(example) && moment.test(answer)) return Date.parse(example) === Date.parse(answer)
  return [newId, sealed].some((kind) => kind.test(example) && kind.test(answer))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An example may shorten a list of more than three rows. */
const isShort = (list: unknown[]) => list.length <= 3
const isEnough = (shown: unknown[], list: unknown[]) =>
  shown.length === list.length || (!isShort(list) && shown.length >= 2 && shown.length < list.length)

/** Returns the paths at which an example differs from a response. */
export function findDifferences(example: unknown, answer: unknown, at = ''): string[] {
  if (isAlike(example, answer)) return []
  if (Array.isArray(example) && Array.isArray(answer))
    return isEnough(example, answer)
      ? example.flatMap((item, index) => findDifferences(item, answer[index], `${at}/${index}`))
      : [`${at}: shows ${example.length} of ${answer.length}`]
  if (isObject(example) && isObject(answer))
    return [...new Set([...Object.keys(example), ...Object.keys(answer)])].flatMap((key) =>
      findDifferences(example[key], answer[key], `${at}/${key}`),
    )
  return [`${at}: ${JSON.stringify(example)} is ${JSON.stringify(answer)}`]
}

/** Returns the example with the values of a response. Equivalent values stay as written in the example. */
export function correctExample(example: unknown, answer: unknown): unknown {
  if (isAlike(example, answer)) return example
  if (Array.isArray(answer)) {
    const shown = Array.isArray(example) ? example : []
    const length = isShort(answer) ? answer.length : Math.min(Math.max(shown.length, 2), answer.length)
    return answer.slice(0, length).map((item, index) => correctExample(shown[index], item))
  }
  if (isObject(answer)) {
    const known = isObject(example) ? example : {}
    return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, correctExample(known[key], value)]))
  }
  if (typeof answer !== 'string' || !moment.test(answer)) return answer
  return (isCurrent(answer) ? loadedAt : new Date(answer)).toISOString().replace('.000Z', 'Z')
}
