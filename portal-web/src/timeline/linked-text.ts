/** A part of a note: plain text, or the number of a policy. */
export interface TextPart {
  text: string
  policyNo?: string
}

/** A policy number: three letters, a 3, and six digits, or up to nine for more than a million policies (POL-1). */
const reference = /\b([A-Z]{3}3\d{6,9})\b/g

/** Splits a note into parts, so that the policies it mentions can be linked. */
export const splitByPolicyNumber = (note: string): TextPart[] =>
  note
    .split(reference)
    .map((text, index) => (index % 2 === 1 ? { text, policyNo: text } : { text }))
    .filter(({ text }) => text !== '')
