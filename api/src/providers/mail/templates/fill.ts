import { momentInWords, usDay } from '../../../calendar/moment-words.ts'

export type Values = Record<string, string | number>

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const WRITERS: Record<string, (value: string | number) => string> = {
  /** Integer cents. */
  money: (cents) => dollars.format(Number(cents) / 100),
  /** `YYYY-MM-DD`. */
  day: (date) => usDay(String(date)),
  /** ISO 8601. */
  moment: (iso) => momentInWords(new Date(iso)),
}

/** Puts values into their places. Throws when a place has no value: a mail with a hole in it is not sent. */
export const fill = (text: string, values: Values, quote: (value: string) => string = (value) => value) =>
  text.replaceAll(/\{\{(\w+)(?:\|(\w+))?\}\}/g, (_, name: string, writer = '') => {
    const value = values[name]
    if (value === undefined) throw new Error(`The mail needs a value for ${name}.`)
    return quote(WRITERS[writer]?.(value) ?? String(value))
  })

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)
