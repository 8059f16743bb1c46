/**
 * Holds an example of the contract against what a demo book answers that was loaded on the examples' day.
 */
export const loadedAt = new Date('2026-11-20T15:00:00Z')

const loadedDay = '2026-11-20T'

const moment = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
/** Ids that no demo book fixes (api/src/demo-book/fixed-ids.ts): they are new in each. */
const newId = /^(?!0000)((?:req|pm|pi|evt)_[\w-]+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/
/** Tokens, and the cursors of lists. */
const sealed = /^(eyJ[\w.-]+|ZXlK[\w=%]+|Wy[\w-]{10,})$/

/** Whether the database's clock wrote it, which stands at the moment of the test and not of the book. */
const isCurrent = (text: string) => moment.test(text) && Math.abs(Date.parse(text) - Date.now()) < 30 * 60_000

function isAlike(example: unknown, answer: unknown): boolean {
  if (example === answer) return true
  if (typeof example !== 'string' || typeof answer !== 'string') return false
  // Of a long text an example may have the beginning.
  if (example.endsWith('…') && answer.startsWith(example.slice(0, -1))) return true
  if (isCurrent(answer)) return moment.test(example) && example.startsWith(loadedDay)
  if (moment.test(example) && moment.test(answer)) return Date.parse(example) === Date.parse(answer)
  return [newId, sealed].some((kind) => kind.test(example) && kind.test(answer))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Three rows show what a list is; of a longer one an example may have its beginning. */
const isShort = (list: unknown[]) => list.length <= 3
const isEnough = (shown: unknown[], list: unknown[]) =>
  shown.length === list.length || (!isShort(list) && shown.length >= 2 && shown.length < list.length)

/** Where the example says other than the answer. */
export function differences(example: unknown, answer: unknown, at = ''): string[] {
  if (isAlike(example, answer)) return []
  if (Array.isArray(example) && Array.isArray(answer))
    return isEnough(example, answer)
      ? example.flatMap((item, index) => differences(item, answer[index], `${at}/${index}`))
      : [`${at}: shows ${example.length} of ${answer.length}`]
  if (isObject(example) && isObject(answer))
    return [...new Set([...Object.keys(example), ...Object.keys(answer)])].flatMap((key) =>
      differences(example[key], answer[key], `${at}/${key}`),
    )
  return [`${at}: ${JSON.stringify(example)} is ${JSON.stringify(answer)}`]
}

/** The example as the answer makes it: what is alike stays as it was written. */
export function corrected(example: unknown, answer: unknown): unknown {
  if (isAlike(example, answer)) return example
  if (Array.isArray(answer)) {
    const shown = Array.isArray(example) ? example : []
    const length = isShort(answer) ? answer.length : Math.min(Math.max(shown.length, 2), answer.length)
    return answer.slice(0, length).map((item, index) => corrected(shown[index], item))
  }
  if (isObject(answer)) {
    const known = isObject(example) ? example : {}
    return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, corrected(known[key], value)]))
  }
  if (typeof answer !== 'string' || !moment.test(answer)) return answer
  return (isCurrent(answer) ? loadedAt : new Date(answer)).toISOString().replace('.000Z', 'Z')
}
