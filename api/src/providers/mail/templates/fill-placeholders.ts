import { formatDateTime, formatUsDate } from '../../../calendar/format-date.ts'

export type PlaceholderValues = Record<string, string | number>

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const VALUE_FORMATTERS: Record<string, (value: string | number) => string> = {
  /** Formats integer cents. */
  money: (cents) => dollars.format(Number(cents) / 100),
  /** Formats integer cents, or returns nothing for zero. A fact list omits rows without a value. */
  moneyUnlessZero: (cents) => (Number(cents) === 0 ? '' : dollars.format(Number(cents) / 100)),
  /** Formats a `YYYY-MM-DD` date. */
  day: (date) => formatUsDate(String(date)),
  /** Formats an ISO 8601 timestamp. */
  moment: (iso) => formatDateTime(new Date(iso)),
}

/** Functions that write values and links in an output format. The HTML format escapes values. */
interface OutputFormat {
  quote: (value: string) => string
  link: (text: string, address: string) => string
  between: string
}

const plain: OutputFormat = { quote: (value) => value, link: (text, address) => `${text}: ${address}`, between: '\n' }

/** Formats `{{name|links}}`. Each line of the value has a label, a tab and a URL. */
const getLines = (value: string | number, { quote, link, between }: OutputFormat) =>
  String(value)
    .split('\n')
    .map((line) => {
      const [text = '', address] = line.split('\t')
      return address ? link(text, address) : quote(text)
    })
    .join(between)

/** Replaces placeholders with values. Throws if a value is missing, so that incomplete emails are never sent. */
export const fillPlaceholders = (text: string, values: PlaceholderValues, face: OutputFormat = plain) =>
  text.replaceAll(/\{\{(\w+)(?:\|(\w+))?\}\}/g, (_, name: string, writer = '') => {
    const value = values[name]
    if (value === undefined) throw new Error(`The mail needs a value for ${name}.`)
    if (writer === 'links') return getLines(value, face)
    return face.quote(VALUE_FORMATTERS[writer]?.(value) ?? String(value))
  })

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)

export const htmlFormat: OutputFormat = {
  quote: escapeHtml,
  link: (text, address) => `<a href="${escapeHtml(address)}" style="color:#0b5fa5">${escapeHtml(text)}</a>`,
  between: '<br/>',
}
