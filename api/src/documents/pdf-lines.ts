import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Maximum vertical distance between words on the same line, in points. */
const sameLine = 4
/** Number of pages to read. The form has eight pages including instructions, and the values are on the first pages. */
const pagesAtMost = 8

interface Word {
  x: number
  y: number
  text: string
}

/** Joins words into lines, from top to bottom and left to right. */
function getLines(words: Word[]): string[] {
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

const getText = (field: { fieldValue?: unknown; fieldType?: string; checkBox?: boolean }) => {
  if (field.checkBox) return field.fieldValue && field.fieldValue !== 'Off' ? '[x]' : ''
  return typeof field.fieldValue === 'string' ? field.fieldValue : ''
}

/**
 * Returns the text lines of a PDF's first pages in reading order, including form field values. Throws if the file is
 * broken or not a PDF. Files are untrusted, so call this only in a thread with limits (read-certificate.ts).
 */
export async function getPdfLines(data: Uint8Array): Promise<string[]> {
  const task = getDocument({ data, verbosity: 0 })
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
        getText(field) ? { x: field.rect[0], y: field.rect[1] + 2, text: getText(field) } : [],
      )
      lines.push(...getLines([...printed, ...filled]))
    }
    return lines
  } finally {
    await task.destroy()
  }
}
