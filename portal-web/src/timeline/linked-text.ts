/** A piece of a note: plain text, or the number of a policy that it refers to. */
export interface Piece {
  text: string
  policyNo?: string
}

/** Three letters, a 3, then six digits (POL-1); more in a book of over a million. */
const reference = /\b([A-Z]{3}3\d{6,9})\b/g

/** A note in pieces, so that the policies it names can be linked. */
export const getPieces = (note: string): Piece[] =>
  note
    .split(reference)
    .map((text, index) => (index % 2 === 1 ? { text, policyNo: text } : { text }))
    .filter(({ text }) => text !== '')
