import { type CertificateReading, readingOf, unreadable } from './elevation-certificate.ts'

/** Words that stand this close, in points, are on one line. */
const sameLine = 4
/** The form has eight pages with its instructions; the values are on the first ones. */
const pagesAtMost = 8

interface Word {
  x: number
  y: number
  text: string
}

/** Words as a reader sees them: from the top, lines from the left. */
function linesOf(words: Word[]): string[] {
  const lines: { y: number; words: Word[] }[] = []
  for (const word of [...words].sort((a, b) => b.y - a.y)) {
    const last = lines.at(-1)
    if (last && last.y - word.y <= sameLine) last.words.push(word)
    else lines.push({ y: word.y, words: [word] })
  }
  return lines.map((line) =>
    line.words
      .sort((a, b) => a.x - b.x)
      .map((word) => word.text)
      .join(' '),
  )
}

const textOf = (field: { fieldValue?: unknown; fieldType?: string; checkBox?: boolean }) => {
  if (field.checkBox) return field.fieldValue && field.fieldValue !== 'Off' ? '[x]' : ''
  return typeof field.fieldValue === 'string' ? field.fieldValue : ''
}

/**
 * Reads an elevation certificate from the text of its PDF and the values of its form fields. A file that is no PDF, is
 * broken or holds pictures only gives a reading that says so; never an error, since the upload counts all the same.
 */
export async function readCertificate(bytes: Uint8Array): Promise<CertificateReading> {
  // A large library that only these uploads need.
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  try {
    const pdf = await task.promise
    const lines: string[] = []
    for (let number = 1; number <= Math.min(pdf.numPages, pagesAtMost); number++) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      const printed = items.flatMap((item) =>
        'str' in item && item.str.trim() ? { x: item.transform[4], y: item.transform[5], text: item.str } : [],
      )
      const filled = (await page.getAnnotations()).flatMap((field) =>
        textOf(field) ? { x: field.rect[0], y: field.rect[1] + 2, text: textOf(field) } : [],
      )
      lines.push(...linesOf([...printed, ...filled]))
    }
    return readingOf(lines)
  } catch {
    return unreadable('The file could not be read as a PDF.')
  } finally {
    await task.destroy()
  }
}
