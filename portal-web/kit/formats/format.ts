/** Formats of displayed values: dollars with two decimals, dates as MM/DD/YYYY, phone numbers as (xxx) xxx-xxxx. */

/** Creates a value on first use, because loading Intl data would slow down the first screen. */
function once<Made>(make: () => Made) {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

const currency = once(() => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }))

/** Formats dollars as `$1,234.50`, and negative amounts as `-$12.00`. */
export const money = (dollars: number) => currency().format(dollars)

/** Formats dollars, and shows zero or a missing amount as a dash. */
export const moneyOrDash = (dollars: number | null | undefined) => (dollars ? money(dollars) : '–')

const wholeCurrency = once(
  () => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }),
)

/** Formats limits and deductibles in whole dollars, such as `$250,000`. */
export const wholeMoney = (dollars: number) => wholeCurrency().format(dollars)

/** Formats dollars for an input field, such as `1317.75`. */
export const amount = (dollars: number) => dollars.toFixed(2)

const number = once(() => new Intl.NumberFormat('en-US'))

/** Formats a count or any other number that is not an amount, such as `1,234`. */
export const count = (value: number) => number().format(value)

const inShort = { notation: 'compact', maximumFractionDigits: 1 } as const
const shortNumber = once(() => new Intl.NumberFormat('en-US', inShort))
const shortCurrency = once(() => new Intl.NumberFormat('en-US', { ...inShort, style: 'currency', currency: 'USD' }))

/** Formats a number for a chart axis, such as `1.2M`. The chart must also show exact figures. */
export const shortCount = (value: number) => shortNumber().format(value)
export const shortMoney = (dollars: number) => shortCurrency().format(dollars)

const share = once(() => new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 }))

/** Formats a fraction as a percentage, such as `12.5%`. */
export const percent = (rate: number) => share().format(rate)

const every = once(() => new Intl.ListFormat('en'))
const any = once(() => new Intl.ListFormat('en', { type: 'disjunction' }))

/** Joins words as `a, b, and c`. `oneOf` joins them as `a, b, or c`. */
export const listed = (words: Iterable<string>) => every().format(words)
export const oneOf = (words: Iterable<string>) => any().format(words)

/** Formats a month as `11/2026`. Month 1 is January. */
export const monthText = ({ year, month }: { year: number; month: number }) =>
  `${String(month).padStart(2, '0')}/${year}`

/**
 * Formats a calendar date (`YYYY-MM-DD`) or a timestamp as MM/DD/YYYY. Calendar dates do not shift with the time zone.
 */
export function day(value: string | null | undefined) {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value ?? '') ?? []
  if (year) return `${month}/${date}/${year}`
  const moment = value ? new Date(value) : undefined
  if (!moment || Number.isNaN(moment.getTime())) return '–'
  return moment.toLocaleDateString('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' })
}

/** Formats a timestamp as `11/21/2026, 3:04 PM` in the viewer's time zone. */
export const dayAndTime = (value: string) =>
  `${day(value)}, ${new Date(value).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })}`

/** Formats a date as `Month dd, yyyy`. Strings that end in Z are read as UTC (UI-3). */
export function longDay(value: string) {
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

/** Returns the calendar date of a timestamp in a time zone, `YYYY-MM-DD`, as the API expects it. */
export const isoDay = (moment: Date | number, timeZone = 'UTC') =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment)

/**
 * Formats 10 digits as `(xxx) xxx-xxxx`, with a leading 1 as `+1 (xxx) xxx-xxxx`. Returns other text unchanged (UI-3).
 */
export function phone(value: string) {
  const [, country, area, exchange, line] = /^(1?)(\d{3})(\d{3})(\d{4})$/.exec(value.replace(/[\s().+-]/g, '')) ?? []
  return area ? `${country ? '+1 ' : ''}(${area}) ${exchange}-${line}` : value
}
