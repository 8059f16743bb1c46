/**
 * A content block of an email. HTML and plain text are rendered from the same blocks so that their content is
 * identical. `{{name}}` is a placeholder for a value. `{{name|money}}`, `{{name|moneyUnlessZero}}`, `{{name|day}}` and
 * `{{name|moment}}` also set the value's format. Facts without a value are omitted.
 */
export type EmailBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'facts'; rows: [label: string, value: string][] }
  | { kind: 'button'; label: string; link: string }
  | { kind: 'note'; text: string }

export interface EmailTemplateContent {
  /** Version of the template. Every change increases it. Each email stores the version from which it was rendered. */
  version: number
  subject: string
  /** Preview text that email programs show next to the subject. */
  preview: string
  blocks: EmailBlock[]
}

export const createHeading = (text: string): EmailBlock => ({ kind: 'heading', text })
export const createParagraph = (text: string): EmailBlock => ({ kind: 'paragraph', text })
export const createFactList = (...rows: [label: string, value: string][]): EmailBlock => ({ kind: 'facts', rows })
export const createButton = (label: string, link: string): EmailBlock => ({ kind: 'button', label, link })
export const createNote = (text: string): EmailBlock => ({ kind: 'note', text })
/** Creates a note for readers who did not request the email: they can ignore it. */
export const createIgnoreNote = (): EmailBlock =>
  createNote('If you did not request this, you can ignore this message. Nothing will change.')

/** Creates a note about the link to the payment step (EML-5). */
export const createPayLinkNote = (): EmailBlock =>
  createNote(
    'The link is only for you and works once. You will be asked for your phone number and ZIP code. The payment page shows what is due when you open it.',
  )

/** Values of an email about one unpaid amount. */
export interface AmountDueValues {
  firstName: string
  policyNo: string
  address: string
  link: string
  amountCents: number
  dueDate: string
}
/** Creates the fact list for a policyholder email about one unpaid amount. */
export const createAmountDueFacts = (): EmailBlock =>
  createFactList(
    ['Policy', '{{policyNo}}'],
    ['Property', '{{address}}'],
    ['Amount due', '{{amountCents|money}}'],
    ['Due date', '{{dueDate|day}}'],
  )

/** Values of `dueRows`: the label with the due date, the amount due and the balance (BIL-16). */
export interface DueFacts {
  dueLabel: string
  dueCents: number
  balanceCents: number
}
/** Fact list rows for the amount due, with its due date, and the balance. */
export const dueRows: [label: string, value: string][] = [
  ['{{dueLabel}}', '{{dueCents|money}}'],
  ['Balance', '{{balanceCents|money}}'],
]
