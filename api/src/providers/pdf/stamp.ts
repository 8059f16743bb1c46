import { createHash } from 'node:crypto'
import fontkit from '@cantoo/fontkit'
import { PDFDocument, type PDFFont, PDFImage, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { type FontName, getFontFile, replaceMissingLetters } from './fonts.ts'
import { type BoxEdges, createPdfTagger } from './pdf-tagger.ts'

/** A signature and its position, in the coordinates of `Placement`. */
export interface SignatureStamp {
  page: number
  x: number
  y: number
  width: number
  height: number
  /** Signer's full name, or the initials for an initials box. */
  name: string
  /** Signing time in the format that is printed below the signature. */
  signedAt: string
  /** PNG of a drawn signature. If absent, the name is written in a script font. */
  image?: Uint8Array
}

/** The signing record, which is printed on the last page. */
export interface SigningRecordContent {
  documentName: string
  reference: string
  events: {
    at: string
    what: string
    who: string
    /** How the signer was identified. */
    how: string
    from: string
  }[]
}

export interface StampedPdf {
  bytes: Uint8Array
  /** SHA-256 hash of the finished file. It reveals any later change. */
  sha256: string
  pages: number
}

const INK = rgb(0.08, 0.12, 0.35)
const TEXT = rgb(0.106, 0.141, 0.188)
const GREY = rgb(0.29, 0.33, 0.39)
const RULE = rgb(0.847, 0.871, 0.902)
const MARGIN = 54
const BOTTOM = 60
const RIGHT = 612 - MARGIN
/** Left edge of each column in the signing record. `GAP` is the space between two columns. */
const COLUMNS = { at: MARGIN, what: 192, who: 250, how: 362, from: 454 }
const GAP = 10
const SIZE = 8
const STEP = 11

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

type Fonts = (face: FontName) => Promise<PDFFont>

/**
 * Returns a function that embeds each font on first use. Saving the PDF finalizes the embedded letters, so text added
 * after saving needs newly embedded fonts.
 */
function getFonts(pdf: PDFDocument): Fonts {
  pdf.registerFontkit(fontkit as never)
  const embedded = new Map<FontName, Promise<PDFFont>>()
  return (face) => {
    const font = embedded.get(face) ?? pdf.embedFont(getFontFile(face), { subset: true, features: plainFeatures })
    embedded.set(face, font)
    return font
  }
}
/** Options that turn off all font features, such as ligatures, to save rendering time. */
const plainFeatures = {
  calt: false,
  ccmp: false,
  clig: false,
  kern: false,
  liga: false,
  locl: false,
  mark: false,
  mkmk: false,
  rclt: false,
  rlig: false,
}

/** Returns the largest font size, up to 26 points, at which the text fits in the box. */
const fittingSize = (font: PDFFont, text: string, width: number, height: number) =>
  Math.min(26, height * 0.6, width / font.widthOfTextAtSize(text, 1))

interface Pen {
  /** Image of a drawn signature, or the font of a typed name. */
  ink: PDFImage | PDFFont
  regular: PDFFont
}

function drawStamp(page: PDFPage, stamp: SignatureStamp, { ink, regular }: Pen) {
  const { x, y, width, height } = stamp
  const room = { width: width - 8, height: height - 14 }
  if (ink instanceof PDFImage) {
    const { width: w, height: h } = ink.scaleToFit(room.width, room.height)
    page.drawImage(ink, { x: x + 4, y: y + 12 + (room.height - h) / 2, width: w, height: h })
  } else {
    const text = replaceMissingLetters(stamp.name, 'script')
    const size = fittingSize(ink, text, room.width, room.height * 1.4)
    page.drawText(text, { x: x + 6, y: y + 12 + (room.height - size * 0.7) / 2, size, font: ink, color: INK })
  }
  const caption = replaceMissingLetters(`${stamp.name}, ${stamp.signedAt}`)
  const size = Math.min(7, fittingSize(regular, caption, room.width, 14))
  page.drawText(caption, { x: x + 4, y: y + 4, size, font: regular, color: GREY })
}

/** Wraps text to lines that fit in the column. Splits words that are wider than the column. */
function wrap(font: PDFFont, text: string, size: number, width: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width
  const lines = ['']
  for (const word of replaceMissingLetters(text).split(' ')) {
    const grown = lines.at(-1) ? `${lines.at(-1)} ${word}` : word
    if (fits(grown)) {
      lines[lines.length - 1] = grown
      continue
    }
    if (lines.at(-1)) lines.push('')
    for (const letter of word) {
      if (!fits(`${lines.at(-1)}${letter}`)) lines.push('')
      lines[lines.length - 1] += letter
    }
  }
  return lines
}

/** Draws the signing record as a tagged table on separate pages. */
async function drawAudit(pdf: PDFDocument, audit: SigningRecordContent, hashes: [label: string, hash: string][]) {
  const face = getFonts(pdf)
  const fonts = { regular: await face('regular'), semibold: await face('semibold') }
  const tags = createPdfTagger(pdf)
  const first = pdf.getPageCount()
  let page = pdf.addPage([612, 792])
  let y = 792 - MARGIN
  const room = (height: number, onNewPage = () => {}) => {
    if (y - height >= BOTTOM) return
    page = pdf.addPage([612, 792])
    y = 792 - MARGIN
    onNewPage()
  }
  const line = (text: string, font = fonts.regular, size = 9, color = TEXT) => {
    y -= size * 1.4
    page.drawText(replaceMissingLetters(text), { x: MARGIN, y: y + size * 0.4, size, font, color })
  }
  const write = (...what: Parameters<typeof line>) => tags.mark(page, 'P', () => line(...what))
  const rule = () =>
    tags.unread(page, () =>
      page.drawLine({ start: { x: MARGIN, y }, end: { x: RIGHT, y }, thickness: 0.5, color: RULE }),
    )

  tags.mark(page, 'H1', () => line('Signature record', fonts.semibold, 18))
  y -= 4
  for (const words of wrap(fonts.regular, `${audit.documentName}, ${audit.reference}`, 9, RIGHT - MARGIN)) write(words)
  for (const [label, hash] of hashes) {
    y -= 8
    write(label, fonts.semibold)
    write(hash, fonts.regular, 8, GREY)
  }
  y -= 12

  const table = tags.part('Table')
  const starts = Object.values(COLUMNS)
  const cells = (texts: string[], font: PDFFont) =>
    texts.map((text, at) => wrap(font, text, SIZE, (starts[at + 1] ?? RIGHT + GAP) - (starts[at] ?? 0) - GAP))
  const heightOf = (lines: string[][]) => Math.max(...lines.map(({ length }) => length)) * STEP + 6
  const drawRow = (lines: string[][], font: PDFFont, cell: (draw: () => void, at: number) => void) => {
    lines.forEach((column, at) => {
      cell(() => {
        column.forEach((text, below) => {
          const options = { x: starts[at] ?? 0, y: y - 3 - (below + 1) * STEP + 3, size: SIZE, font, color: TEXT }
          page.drawText(text, options)
        })
      }, at)
    })
    y -= heightOf(lines)
    rule()
  }
  const head = cells(['When', 'What', 'Who', 'Identified by', 'From'], fonts.semibold)
  const headRow = tags.part('TR', table)
  drawRow(head, fonts.semibold, (draw) => tags.mark(page, 'TH', draw, { within: headRow, scope: 'Column' }))
  for (const event of audit.events) {
    const row = cells([event.at, event.what, event.who, event.how, event.from], fonts.regular)
    room(heightOf(row), () => drawRow(head, fonts.semibold, (draw) => tags.unread(page, draw)))
    const within = tags.part('TR', table)
    drawRow(row, fonts.regular, (draw, at) =>
      tags.mark(page, at === 0 ? 'TH' : 'TD', draw, { within, ...(at === 0 && { scope: 'Row' as const }) }),
    )
  }

  const pages = pdf.getPages().slice(first)
  pages.forEach((own, at) => {
    const foot = { x: MARGIN, y: 36, size: 8, font: fonts.regular, color: GREY }
    tags.unread(own, () =>
      own.drawText(
        replaceMissingLetters(`Signature record of ${audit.reference}, page ${at + 1} of ${pages.length}`),
        foot,
      ),
    )
  })
}

/**
 * Stamps signatures into a PDF. Adds the signing record, which contains the document's SHA-256 hash before stamping.
 * Returns the hash of the result, since a file cannot contain its own hash.
 */
export async function stampPdf(
  bytes: Uint8Array,
  stamps: SignatureStamp[],
  audit?: SigningRecordContent,
): Promise<StampedPdf> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const face = getFonts(pdf)
  const tags = createPdfTagger(pdf)
  for (const stamp of stamps) {
    const page = pdf.getPages()[stamp.page - 1]
    if (!page) throw new RangeError(`The document has no page ${stamp.page} to sign on.`)
    const ink = stamp.image ? await pdf.embedPng(stamp.image) : await face('script')
    const regular = await face('regular')
    const box: BoxEdges = [stamp.x, stamp.y, stamp.x + stamp.width, stamp.y + stamp.height]
    const alt = `Signed by ${stamp.name}, ${stamp.signedAt}`
    // Screen readers read the signature inside its box, before the signer's caption.
    tags.mark(page, 'Figure', () => drawStamp(page, stamp, { ink, regular }), {
      ...{ alt, box, first: true },
      within: tags.findPartAt(page, box),
    })
  }
  if (audit) {
    const stamped = await pdf.save()
    const hashes: [string, string][] = [
      ['SHA-256 of the document before these signatures', sha256(bytes)],
      ['SHA-256 of the signed document, before this page was added', sha256(stamped)],
    ]
    await drawAudit(pdf, audit, hashes)
  }
  const finished = await pdf.save()
  return { bytes: finished, sha256: sha256(finished), pages: pdf.getPageCount() }
}
