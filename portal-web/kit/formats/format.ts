/** How values are shown everywhere: currency with two decimals, MM/DD/YYYY, (xxx) xxx-xxxx. */

/** Made when first needed: a browser reads its tables of figures and words for the first one, which a first screen has no time for. */
function once<Made>(make: () => Made) {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

const currency = once(() => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }))

/** Dollars as `$1,234.50`; below zero with a minus sign, `-$12.00`. */
export const money = (dollars: number) => currency().format(dollars)

/** Money where zero says nothing: zero shows as a dash. */
export const moneyOrDash = (dollars: number | null | undefined) => (dollars ? money(dollars) : '–')

const wholeCurrency = once(
  () => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }),
)

/** Limits and deductibles are whole dollars: `$250,000`. */
export const wholeMoney = (dollars: number) => wholeCurrency().format(dollars)

/** Dollars as they stand in a field: `1317.75`. */
export const amount = (dollars: number) => dollars.toFixed(2)

const number = once(() => new Intl.NumberFormat('en-US'))

/** How many there are, and every number that is no money: `1,234`. */
export const count = (value: number) => number().format(value)

const inShort = { notation: 'compact', maximumFractionDigits: 1 } as const
const shortNumber = once(() => new Intl.NumberFormat('en-US', inShort))
const shortCurrency = once(() => new Intl.NumberFormat('en-US', { ...inShort, style: 'currency', currency: 'USD' }))

/** On the axis of a chart, beside the exact figures: `1.2M`. */
export const shortCount = (value: number) => shortNumber().format(value)
export const shortMoney = (dollars: number) => shortCurrency().format(dollars)

const share = once(() => new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 }))

/** A rate, kept as a fraction: `12.5%`. */
export const percent = (rate: number) => share().format(rate)

const every = once(() => new Intl.ListFormat('en'))
const any = once(() => new Intl.ListFormat('en', { type: 'disjunction' }))

/** `a, b, and c`; `a, b, or c`. */
export const listed = (words: Iterable<string>) => every().format(words)
export const oneOf = (words: Iterable<string>) => any().format(words)

/** A month of a year, `11/2026`; 1 is January. */
export const monthText = ({ year, month }: { year: number; month: number }) =>
  `${String(month).padStart(2, '0')}/${year}`

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

/** `Month dd, yyyy`; a string that ends in Z is read as UTC (UI-3). */
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

/** The calendar day of a moment as the API takes it, `YYYY-MM-DD`, in UTC or by the clocks of a place. */
export const isoDay = (moment: Date | number, timeZone = 'UTC') =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment)

/** 10 digits, with an optional leading 1, as `(xxx) xxx-xxxx` or `+1 (xxx) xxx-xxxx`; otherwise unchanged (UI-3). */
export function phone(value: string) {
  const [, country, area, exchange, line] = /^(1?)(\d{3})(\d{3})(\d{4})$/.exec(value.replace(/[\s().+-]/g, '')) ?? []
  return area ? `${country ? '+1 ' : ''}(${area}) ${exchange}-${line}` : value
}
