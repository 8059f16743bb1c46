/** Letters that PDF's standard fonts have beyond ASCII and Latin-1: Windows code page 1252. */
const EXTRA = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
/** Letters that do not fall apart into a base letter and an accent. */
const RELATIVES: Record<string, string> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
  '\u202f': ' ',
  '\u2011': '-',
  '\u2212': '-',
}

const isPrintable = (letter: string) => {
  const code = letter.codePointAt(0) ?? 0
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || EXTRA.includes(letter)
}

/**
 * Text that PDF's standard fonts can show. An accent that they lack is dropped, and what is left over becomes a question mark: a name
 * from anywhere must not stop a document.
 */
export const toWinAnsi = (text: string) =>
  Array.from(text.normalize('NFC'), (letter) => {
    if (isPrintable(letter) || letter === '\n') return letter
    const base = RELATIVES[letter] ?? letter.normalize('NFD').charAt(0)
    return isPrintable(base) ? base : '?'
  }).join('')
