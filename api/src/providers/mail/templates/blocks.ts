/**
 * A content block of an email. HTML and text are rendered from the same blocks so that their content is identical.
 * `{{name}}` is a placeholder for a value. `{{name|money}}`, `{{name|day}}` and `{{name|moment}}` also define its
 * format.
 */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'facts'; rows: [label: string, value: string][] }
  | { kind: 'button'; label: string; link: string }
  | { kind: 'note'; text: string }

export interface Template {
  /**
   * Version of the text. It increases with every change, and each email stores the version that it was rendered with.
   */
  version: number
  subject: string
  /** Preview text that email programs show next to the subject. */
  preview: string
  blocks: Block[]
}

export const heading = (text: string): Block => ({ kind: 'heading', text })
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
export const facts = (...rows: [label: string, value: string][]): Block => ({ kind: 'facts', rows })
export const button = (label: string, link: string): Block => ({ kind: 'button', label, link })
export const note = (text: string): Block => ({ kind: 'note', text })
