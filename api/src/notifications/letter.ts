/** A table in a letter. Amounts are in cents. */
export interface LetterTable {
  title: string
  /** Column headings: one for the labels and one for each amount. */
  columns: string[]
  rows: { label: string; cents: number[] }[]
  total?: { label: string; cents: number[] }
}

/** Content of a letter. It is stored so that the letter never changes (DOC-8). */
export interface Letter {
  facts: [label: string, value: string][]
  tables: LetterTable[]
  paragraphs: string[]
  /** URL of the payment step, printed as text and as a QR code (EML-5). */
  payUrl?: string
}
