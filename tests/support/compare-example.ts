import { loadedAt } from '@tideline/api/testing/demo-api.ts'

const loadedDay = '2026-11-20T'

const moment = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
/** Matches ids that are new in every demo book. Fixed ids are in api/src/demo-book/fixed-ids.ts. */
const newId = /^(?!0000)((?:req|pm|pi|evt)_[\w-]+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/
/** Matches tokens and list cursors. */
const sealed = /^(eyJ[\w.-]+|ZXlK[\w=%]+|Wy[\w-]{10,})$/

/** Checks whether a timestamp comes from the database clock. It shows the time of the test, not of the demo book. */
const isCurrent = (text: string) => moment.test(text) && Math.abs(Date.parse(text) - Date.now()) < 30 * 60_000

function isAlike(example: unknown, response: unknown): boolean {
  if (example === response) return true
  if (typeof example !== 'string' || typeof response !== 'string') return false
  // An example may shorten long text with an ellipsis.
  if (example.endsWith('…') && response.startsWith(example.slice(0, -1))) return true
  if (isCurrent(response)) return moment.test(example) && example.startsWith(loadedDay)
  if (moment.test(example) && moment.test(response)) return Date.parse(example) === Date.parse(response)
  return [newId, sealed].some((kind) => kind.test(example) && kind.test(response))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An example may shorten a list of more than three rows. */
const isShort = (list: unknown[]) => list.length <= 3
const isEnough = (shown: unknown[], list: unknown[]) =>
  shown.length === list.length || (!isShort(list) && shown.length >= 2 && shown.length < list.length)

/** Returns the paths at which an example differs from a response. */
export function findDifferences(example: unknown, response: unknown, at = ''): string[] {
  if (isAlike(example, response)) return []
  if (Array.isArray(example) && Array.isArray(response))
    return isEnough(example, response)
      ? example.flatMap((item, index) => findDifferences(item, response[index], `${at}/${index}`))
      : [`${at}: shows ${example.length} of ${response.length}`]
  if (isObject(example) && isObject(response))
    return [...new Set([...Object.keys(example), ...Object.keys(response)])].flatMap((key) =>
      findDifferences(example[key], response[key], `${at}/${key}`),
    )
  return [`${at}: ${JSON.stringify(example)} is ${JSON.stringify(response)}`]
}

/** Returns the example with the values of a response. Equivalent values stay as written in the example. */
export function correctExample(example: unknown, response: unknown): unknown {
  if (isAlike(example, response)) return example
  if (Array.isArray(response)) {
    const shown = Array.isArray(example) ? example : []
    const length = isShort(response) ? response.length : Math.min(Math.max(shown.length, 2), response.length)
    return response.slice(0, length).map((item, index) => correctExample(shown[index], item))
  }
  if (isObject(response)) {
    const known = isObject(example) ? example : {}
    return Object.fromEntries(Object.entries(response).map(([key, value]) => [key, correctExample(known[key], value)]))
  }
  if (typeof response !== 'string' || !moment.test(response)) return response
  return (isCurrent(response) ? loadedAt : new Date(response)).toISOString().replace('.000Z', 'Z')
}
