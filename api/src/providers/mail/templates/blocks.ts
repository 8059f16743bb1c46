/**
 * What a mail is made of. The HTML and the text are made from the same blocks, so that neither can say less than the other.
 * `{{name}}` stands for a value; `{{name|money}}`, `{{name|day}}` and `{{name|moment}}` say how it is written.
 */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'facts'; rows: [label: string, value: string][] }
  | { kind: 'button'; label: string; link: string }
  | { kind: 'note'; text: string }

export interface Template {
  /** Goes up when the words change; a mail keeps the version that it was written with. */
  version: number
  subject: string
  /** The line that mail programs show beside the subject. */
  preview: string
  blocks: Block[]
}

export const heading = (text: string): Block => ({ kind: 'heading', text })
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
export const facts = (...rows: [label: string, value: string][]): Block => ({ kind: 'facts', rows })
export const button = (label: string, link: string): Block => ({ kind: 'button', label, link })
export const note = (text: string): Block => ({ kind: 'note', text })
