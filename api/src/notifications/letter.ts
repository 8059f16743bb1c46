/** A table of a letter: amounts in cents. */
export interface LetterTable {
  title: string
  /** One for the words at the left, and one for each amount. */
  columns: string[]
  rows: { label: string; cents: number[] }[]
  total?: { label: string; cents: number[] }
}

/** What a letter says, kept as it was written so that it says the same for ever (DOC-8). */
export interface Letter {
  facts: [label: string, value: string][]
  tables: LetterTable[]
  paragraphs: string[]
}
