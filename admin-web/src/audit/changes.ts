import { formatDate, formatDateTime, formatMoney, formatNumber } from '@tideline/web-kit/formats/format.ts'
import { formatCamelCase } from './labels.ts'

/** A line of an audit log entry. `before` is undefined if the line only shows a value and nothing changed. */
export interface AuditChange {
  name: string
  before?: string
  after: string
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Formats a value for display. Detects cents by the field name, and dates and timestamps by their format. */
function formatValue(value: unknown, name: string): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return /cents$/i.test(name) ? formatMoney(value / 100) : formatNumber(value)
  if (Array.isArray(value)) return value.length > 0 ? value.map((one) => formatValue(one, name)).join(', ') : '–'
  if (isObject(value))
    return Object.entries(value)
      .map(([key, one]) => `${formatCamelCase(key)}: ${formatValue(one, key)}`)
      .join('; ')
  const text = String(value)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text)
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? formatDateTime(text) : text
}

const getName = (key: string) => formatCamelCase(key.replace(/Cents$/, ''))

/** Returns an entry's details as lines. Truncated details are not valid JSON and become a single line. */
export function parseAuditChanges(details: string): AuditChange[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(details)
  } catch {
    return [{ name: 'Details', after: details }]
  }
  if (!isObject(parsed)) return []
  const { before, after, ...rest } = parsed
  // The new values: either `after` or, if `after` is missing, the fields next to `before`.
  const now = after === undefined && isObject(before) ? rest : after
  const facts = now === rest ? {} : rest
  const changed =
    before === undefined && after === undefined
      ? []
      : isObject(before) || isObject(now)
        ? [...new Set([...Object.keys(isObject(before) ? before : {}), ...Object.keys(isObject(now) ? now : {})])].map(
            (key) => ({
              name: getName(key),
              before: formatValue(isObject(before) ? before[key] : undefined, key),
              after: formatValue(isObject(now) ? now[key] : undefined, key),
            }),
          )
        : [{ name: 'Value', before: formatValue(before, ''), after: formatValue(now, '') }]
  return [
    ...changed,
    ...Object.entries(facts).map(([key, value]) => ({ name: getName(key), after: formatValue(value, key) })),
  ]
}
