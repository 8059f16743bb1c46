/**
 * Functions that format displayed values: dollars with two decimals, phone numbers as (xxx) xxx-xxxx, dates as
 * MM/DD/YYYY.
 */

/** Creates a value on first use. Loading Intl data earlier would delay the first screen. */
function createLazily<Made>(make: () => Made) {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

const currency = createLazily(() => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }))

/** Formats dollars as `$1,234.50`, and negative amounts as `-$12.00`. */
export const formatMoney = (dollars: number) => currency().format(dollars)

/** Formats dollars. Returns a dash for zero or a missing amount. */
export const formatMoneyOrDash = (dollars: number | null | undefined) => (dollars ? formatMoney(dollars) : '–')

const wholeCurrency = createLazily(
  () => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }),
)

/** Formats limits and deductibles in whole dollars, such as `$250,000`. */
export const formatWholeDollars = (dollars: number) => wholeCurrency().format(dollars)

/** Formats dollars for an input field, such as `1317.75`. */
export const formatInputAmount = (dollars: number) => dollars.toFixed(2)

const number = createLazily(() => new Intl.NumberFormat('en-US'))

/** Formats a count or another number without a unit, for example `1,234`. */
export const formatNumber = (value: number) => number().format(value)

const compactNotation = { notation: 'compact', maximumFractionDigits: 1 } as const
const shortNumber = createLazily(() => new Intl.NumberFormat('en-US', compactNotation))
const shortCurrency = createLazily(
  () => new Intl.NumberFormat('en-US', { ...compactNotation, style: 'currency', currency: 'USD' }),
)

/** Formats a number for a chart axis, such as `1.2M`. The chart must also show exact figures. */
export const formatShortCount = (value: number) => shortNumber().format(value)
export const formatShortMoney = (dollars: number) => shortCurrency().format(dollars)

const share = createLazily(() => new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 }))

/** Formats a fraction as a percentage, such as `12.5%`. */
export const formatPercent = (rate: number) => share().format(rate)

const conjunctionList = createLazily(() => new Intl.ListFormat('en'))
const disjunctionList = createLazily(() => new Intl.ListFormat('en', { type: 'disjunction' }))

/** Joins words with commas and `and`, for example `a, b, and c`. */
export const joinWithAnd = (words: Iterable<string>) => conjunctionList().format(words)
export const joinWithOr = (words: Iterable<string>) => disjunctionList().format(words)

/** Formats a month as `11/2026`. Month 1 is January. */
export const formatMonth = ({ year, month }: { year: number; month: number }) =>
  `${String(month).padStart(2, '0')}/${year}`

/** Formats a date (`YYYY-MM-DD`) or a timestamp as MM/DD/YYYY. Dates are not converted to the user's time zone. */
export function formatDate(value: string | null | undefined) {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value ?? '') ?? []
  if (year) return `${month}/${date}/${year}`
  const moment = value ? new Date(value) : undefined
  if (!moment || Number.isNaN(moment.getTime())) return '–'
  return moment.toLocaleDateString('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' })
}

/** Formats a timestamp as `11/21/2026, 3:04 PM` in the viewer's time zone. */
export const formatDateTime = (value: string) =>
  `${formatDate(value)}, ${new Date(value).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })}`

/** Formats a duration in milliseconds in its two largest units, such as `1 hour, 5 minutes` or `12 seconds`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  const parts: [count: number, unit: string][] = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ]
  const first = parts.findIndex(([count]) => count > 0)
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
    .join(', ')
}

/** Formats a date as `Month dd, yyyy`. Strings that end in Z are read as UTC (UI-3). */
export function formatLongDate(value: string) {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value)
  const moment = new Date(isDay ? `${value}T00:00:00Z` : value)
  if (Number.isNaN(moment.getTime())) return value
  const utc = isDay || value.endsWith('Z')
  return moment.toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'long',
    day: '2-digit',
    ...(utc ? { timeZone: 'UTC' } : {}),
  })
}

/** Returns the date of a timestamp in a time zone, as `YYYY-MM-DD`. */
export const toIsoDate = (moment: Date | number, timeZone = 'UTC') =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment)

/**
 * Formats a phone number as `(xxx) xxx-xxxx`, or as `+1 (xxx) xxx-xxxx` if the number has the country code 1. Returns
 * any other text unchanged (UI-3).
 */
export function formatPhone(value: string) {
  const [, country, area, exchange, line] = /^(1?)(\d{3})(\d{3})(\d{4})$/.exec(value.replace(/[\s().+-]/g, '')) ?? []
  return area ? `${country ? '+1 ' : ''}(${area}) ${exchange}-${line}` : value
}

/** Formats a count with its noun, such as "1 payment" or "2 payments". */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** Returns the text with an uppercase first letter. */
export const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
