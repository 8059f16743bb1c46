/** How values are shown everywhere: currency with two decimals, MM/DD/YYYY, (xxx) xxx-xxxx. */

const currency = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Dollars as `$1,234.50`; below zero with a minus sign, `-$12.00`. */
export const money = (dollars: number) => currency.format(dollars)

/** Money where zero says nothing: zero shows as a dash (spec 1 §9). */
export const moneyOrDash = (dollars: number | null | undefined) => (dollars ? money(dollars) : '–')

const wholeCurrency = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** Limits and deductibles are whole dollars: `$250,000`. */
export const wholeMoney = (dollars: number) => wholeCurrency.format(dollars)

/** A calendar day `YYYY-MM-DD`, or a moment, as MM/DD/YYYY. A day never shifts with the viewer's time zone. */
export function day(value: string | null | undefined) {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value ?? '') ?? []
  if (year) return `${month}/${date}/${year}`
  const moment = value ? new Date(value) : undefined
  if (!moment || Number.isNaN(moment.getTime())) return '–'
  return moment.toLocaleDateString('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' })
}

/** A moment with its time, `11/21/2026, 3:04 PM`, where the reader is. */
export const dayAndTime = (value: string) =>
  `${day(value)}, ${new Date(value).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })}`

/** `Month dd, yyyy`; a string that ends in Z is read as UTC (spec 3 §5). */
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

/** 10 digits, with an optional leading 1, as `(xxx) xxx-xxxx` or `+1 (xxx) xxx-xxxx`; otherwise unchanged (spec 3 §5). */
export function phone(value: string) {
  const [, country, area, exchange, line] = /^(1?)(\d{3})(\d{3})(\d{4})$/.exec(value.replace(/[\s().+-]/g, '')) ?? []
  return area ? `${country ? '+1 ' : ''}(${area}) ${exchange}-${line}` : value
}
