import { createHash } from 'node:crypto'
import { PDFDocument, type PDFFont, type PDFImage, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { tagsOf } from './tags.ts'
import { toWinAnsi } from './win-ansi.ts'

/** A signature and where it goes; see `Placement` for the coordinates. */
export interface Stamp {
  page: number
  x: number
  y: number
  width: number
  height: number
  /** The signer's full name, or initials in a box for initials. */
  name: string
  /** In words, as it is printed below the signature. */
  signedAt: string
  /** PNG of a drawn signature; without it the name is written. */
  image?: Uint8Array
}

/** What happened on the way to the signatures; becomes the last page. */
export interface Audit {
  documentName: string
  reference: string
  events: {
    at: string
    what: string
    who: string
    /** How they were identified. */
    how: string
    from: string
  }[]
}

export interface StampedPdf {
  bytes: Uint8Array
  /** Of the finished file: one changed byte gives another. */
  sha256: string
  pages: number
}

const INK = rgb(0.08, 0.12, 0.35)
const GREY = rgb(0.29, 0.33, 0.39)
const MARGIN = 54
const LINE_HEIGHT = 12
const COLUMNS = { at: MARGIN, what: 166, who: 220, how: 344, from: 440 }

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The largest size up to 26 points at which the text fits into the box. */
const fittingSize = (font: PDFFont, text: string, width: number, height: number) =>
  Math.max(4, Math.min(26, height * 0.6, width / font.widthOfTextAtSize(text, 1)))

function drawStamp(page: PDFPage, stamp: Stamp, image: PDFImage | undefined, script: PDFFont, plain: PDFFont) {
  const { x, y, width, height } = stamp
  const room = { width: width - 8, height: height - 14 }
  if (image) {
    const { width: w, height: h } = image.scaleToFit(room.width, room.height)
    page.drawImage(image, { x: x + 4, y: y + 12 + (room.height - h) / 2, width: w, height: h })
  } else {
    const text = toWinAnsi(stamp.name)
    page.drawText(text, {
      x: x + 6,
      y: y + 16,
      size: fittingSize(script, text, room.width, room.height),
      font: script,
      color: INK,
    })
  }
  const caption = toWinAnsi(`${stamp.name}, ${stamp.signedAt}`)
  page.drawText(caption, {
    x: x + 4,
    y: y + 3,
    size: Math.min(7, fittingSize(plain, caption, room.width, 14)),
    font: plain,
    color: GREY,
  })
}

/** Cuts text to a column instead of writing over its neighbour. */
function cut(font: PDFFont, text: string, size: number, width: number): string {
  const printable = toWinAnsi(text)
  let end = printable.length
  while (end > 0 && font.widthOfTextAtSize(printable.slice(0, end), size) > width) end -= 1
  return end === printable.length ? printable : `${printable.slice(0, Math.max(0, end - 1))}…`
}

function drawAudit(
  pdf: PDFDocument,
  audit: Audit,
  hashes: [label: string, hash: string][],
  plain: PDFFont,
  bold: PDFFont,
) {
  const tag = tagsOf(pdf)
  let page = pdf.addPage([612, 792])
  let y = 792 - MARGIN
  const draw = (text: string, x = MARGIN, size = 9, font = plain, width = 612 - MARGIN - x) =>
    page.drawText(cut(font, text, size, width), { x, y, size, font, color: font === bold ? INK : GREY })
  const next = (height = LINE_HEIGHT) => {
    y -= height
    if (y > MARGIN) return
    page = pdf.addPage([612, 792])
    y = 792 - MARGIN
  }
  const write = (...what: Parameters<typeof draw>) => tag(page, 'P', () => draw(...what))
  tag(page, 'H1', () => draw('Signature record', MARGIN, 18, bold))
  next(24)
  write(`${audit.documentName}, ${audit.reference}`)
  for (const [label, hash] of hashes) {
    next(20)
    write(label, MARGIN, 9, bold)
    next()
    write(hash)
  }
  next(26)
  const headings = [
    ['When', COLUMNS.at],
    ['What', COLUMNS.what],
    ['Who', COLUMNS.who],
    ['Identified by', COLUMNS.how],
    ['From', COLUMNS.from],
  ] as const
  tag(page, 'P', () => {
    for (const [label, x] of headings) draw(label, x, 9, bold)
  })
  for (const event of audit.events) {
    next(16)
    tag(page, 'P', () => {
      draw(event.at, COLUMNS.at, 8, plain, COLUMNS.what - COLUMNS.at - 6)
      draw(event.what, COLUMNS.what, 8, plain, COLUMNS.who - COLUMNS.what - 6)
      draw(event.who, COLUMNS.who, 8, plain, COLUMNS.how - COLUMNS.who - 6)
      draw(event.how, COLUMNS.how, 8, plain, COLUMNS.from - COLUMNS.how - 6)
      draw(event.from, COLUMNS.from, 8)
    })
  }
}

/**
 * Puts signatures into a PDF and adds the record of how they came about, with the document's SHA-256 before and after stamping. The file's
 * own hash cannot stand inside it: it is given back, and sealing means keeping it.
 */
export async function stampPdf(bytes: Uint8Array, stamps: Stamp[], audit?: Audit): Promise<StampedPdf> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  const [plain, bold, script] = [
    pdf.embedStandardFont(StandardFonts.Helvetica),
    pdf.embedStandardFont(StandardFonts.HelveticaBold),
    pdf.embedStandardFont(StandardFonts.TimesRomanItalic),
  ]
  const tag = tagsOf(pdf)
  for (const stamp of stamps) {
    const page = pdf.getPages()[stamp.page - 1]
    if (!page) throw new RangeError(`The document has no page ${stamp.page} to sign on.`)
    const image = stamp.image && (await pdf.embedPng(stamp.image))
    const alt = `Signed by ${toWinAnsi(stamp.name)}, ${stamp.signedAt}`
    tag(page, 'Figure', () => drawStamp(page, stamp, image, script, plain), alt)
  }
  if (audit) {
    const stamped = await pdf.save()
    const hashes: [string, string][] = [
      ['SHA-256 of the document before these signatures', sha256(bytes)],
      ['SHA-256 of the document with them, before this page was added', sha256(stamped)],
    ]
    drawAudit(pdf, audit, hashes, plain, bold)
  }
  const finished = await pdf.save()
  return { bytes: finished, sha256: sha256(finished), pages: pdf.getPageCount() }
}
