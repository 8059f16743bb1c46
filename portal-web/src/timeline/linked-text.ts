/** Part of a note: plain text or a policy number. */
export interface TextPart {
  text: string
  policyNo?: string
}

/** Matches a policy number: three letters, a 3, and six to nine digits (POL-1). */
const reference = /\b([A-Z]{3}3\d{6,9})\b/g

/** Splits a note into text and policy numbers, so that each policy number can be linked. */
export const splitByPolicyNumber = (note: string): TextPart[] =>
  note
    .split(reference)
    .map((text, index) => (index % 2 === 1 ? { text, policyNo: text } : { text }))
    .filter(({ text }) => text !== '')
