import { createHash } from 'node:crypto'
import PDFDocument from 'pdfkit'
import { toWinAnsi } from './win-ansi.ts'

export type Party = 1 | 2

/** Who signs where: 1 the agent, 2 the insured. */
export interface Signer {
  party: Party
  kind: 'signature' | 'initials'
}

/** A signature box in PDF points: page from 1, `x` and `y` of its lower left corner, counted from the page's lower left corner. */
export interface Placement extends Signer {
  page: number
  x: number
  y: number
  width: number
  height: number
}

export interface ComposedPdf {
  bytes: Uint8Array
  sha256: string
  pages: number
  placements: Placement[]
}

export interface SheetHead {
  title: string
  /** Printed at the foot of every page beside the page number. */
  reference: string
  issuedAt: Date
}

const MARGIN = 54
const INK = '#1b2430'
const MUTED = '#4a5563'
const LINE = '#c9d1db'
const ACCENT = '#084a82'
const FOOT = 36
const BOX = { signature: { width: 220, height: 44 }, initials: { width: 120, height: 44 } }
/** A row of signature boxes with what stands below them. */
const ROW = 70
const PARTY_NAME = { 1: 'Agent', 2: 'Insured' } as const

/**
 * A document being written from top to bottom; what does not fit goes to the next page. It is tagged, so that it can be
 * read aloud: title, language, headings and the headers of tables; lines and page numbers are left out.
 */
export class Sheet {
  readonly pdf: PDFKit.PDFDocument
  private readonly tags: PDFKit.PDFStructureElement
  readonly placements: Placement[] = []
  readonly head: SheetHead

  constructor(head: SheetHead) {
    this.head = head
    this.pdf = new PDFDocument({
      size: 'LETTER',
      margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT },
      bufferPages: true,
      displayTitle: true,
      lang: 'en-US',
      pdfVersion: '1.7',
      tagged: true,
      info: { Title: head.title, Author: 'Tideline', CreationDate: head.issuedAt, ModDate: head.issuedAt },
    })
    this.tags = this.pdf.struct('Document', { title: head.title, lang: 'en-US' })
    this.pdf.addStructure(this.tags)
    this.tag('P', () =>
      this.pdf.fillColor(ACCENT).font('Helvetica-Bold').fontSize(11).text('TIDELINE', { characterSpacing: 1.5 }),
    )
    this.tag('H1', () => this.pdf.moveDown(0.4).fillColor(INK).fontSize(20).text(toWinAnsi(head.title)))
    this.pdf.moveDown(0.6)
  }

  /** Writes one element of the document; what has parts of its own is ended by who adds them. */
  private tag(type: string, write: () => void, within = this.tags) {
    within.add(this.pdf.struct(type, {}, write))
  }

  /** A cell that names its column or row. */
  private header(scope: 'Column' | 'Row', write: () => void, within: PDFKit.PDFStructureElement) {
    const cell = this.pdf.struct('TH', {}, write) as PDFKit.PDFStructureElement & { dictionary: PDFKit.PDFKitReference }
    Object.assign(cell.dictionary.data, { A: { O: 'Table', Scope: scope } })
    within.add(cell)
  }

  private part(type: string, within = this.tags) {
    const part = this.pdf.struct(type)
    within.add(part)
    return part
  }

  /** What is seen and not read: lines, boxes, page numbers. */
  private unread(draw: () => void) {
    this.pdf.markContent('Artifact', { type: 'Layout' })
    draw()
    this.pdf.endMarkedContent()
  }

  private get width() {
    return this.pdf.page.width - 2 * MARGIN
  }

  /** Starts a new page unless `height` points are left on this one. */
  private keepTogether(height: number) {
    if (this.pdf.y + height > this.pdf.page.height - MARGIN - FOOT) this.pdf.addPage()
  }

  private line(y: number, width: number) {
    this.unread(() =>
      this.pdf
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + this.width, y)
        .lineWidth(width)
        .stroke(LINE),
    )
  }

  section(title: string) {
    this.keepTogether(60)
    this.pdf.x = MARGIN
    this.tag('H2', () =>
      this.pdf.moveDown(0.6).fillColor(ACCENT).font('Helvetica-Bold').fontSize(12).text(toWinAnsi(title)),
    )
    const { y } = this.pdf
    this.line(y + 2, 0.75)
    this.pdf.y = y + 8
  }

  paragraph(text: string) {
    this.pdf.fillColor(INK).font('Helvetica').fontSize(10)
    this.tag('P', () => this.pdf.text(toWinAnsi(text), MARGIN, this.pdf.y, { width: this.width, lineGap: 2 }))
    this.pdf.moveDown(0.5)
  }

  /** Label and value, one below the other. */
  facts(rows: [label: string, value: string][]) {
    const table = this.part('Table')
    for (const [label, value] of rows) {
      const [left, right] = [toWinAnsi(label), toWinAnsi(value || '-')]
      this.pdf.font('Helvetica').fontSize(10)
      const height = Math.max(this.pdf.heightOfString(right, { width: this.width - 170 }), 12)
      this.keepTogether(height + 4)
      const { y } = this.pdf
      const row = this.part('TR', table)
      this.header('Row', () => this.pdf.fillColor(MUTED).text(left, MARGIN, y, { width: 160 }), row)
      this.tag('TD', () => this.pdf.fillColor(INK).text(right, MARGIN + 170, y, { width: this.width - 170 }), row)
      row.end()
      this.pdf.y = y + height + 4
    }
    table.end()
  }

  /** Rows of text with amounts at the right edge; the last row stands out when it is the total. */
  table(columns: string[], rows: string[][], total?: string[]) {
    const last = columns.length - 1
    const rest = last > 1 ? 110 : 0
    const first = this.width - 110 - rest * (last - 1)
    const table = this.part('Table')
    const write = (cells: string[], font: string, colour: string, isHead = false) => {
      this.pdf.font(font).fontSize(10)
      const height = Math.max(...cells.map((cell) => this.pdf.heightOfString(toWinAnsi(cell), { width: first })), 12)
      this.keepTogether(height + 6)
      const { y } = this.pdf
      const row = this.part('TR', table)
      cells.forEach((cell, i) => {
        const x = i === 0 ? MARGIN : MARGIN + first + (i - 1) * 110
        const width = i === 0 ? first : 110
        const align = i === 0 ? 'left' : 'right'
        const print = () => this.pdf.fillColor(colour).text(toWinAnsi(cell), x, y, { width, align })
        if (isHead || i === 0) this.header(isHead ? 'Column' : 'Row', print, row)
        else this.tag('TD', print, row)
      })
      row.end()
      this.pdf.y = y + height + 3
      this.line(this.pdf.y, 0.5)
      this.pdf.y += 3
    }
    write(columns, 'Helvetica', MUTED, true)
    for (const row of rows) write(row, 'Helvetica', INK)
    if (total) write(total, 'Helvetica-Bold', INK)
    table.end()
  }

  /** Draws a box for each signer, two side by side, and remembers where they are. */
  signatures(signers: Signer[]) {
    if (signers.length === 0) return
    this.keepTogether(40 + ROW * Math.ceil(Math.min(signers.length, 4) / 2))
    this.section('Signatures')
    for (let i = 0; i < signers.length; i += 2) {
      this.keepTogether(ROW)
      const { y } = this.pdf
      signers.slice(i, i + 2).forEach((signer, column) => {
        this.signatureBox(signer, MARGIN + column * (this.width / 2), y)
      })
      this.pdf.y = y + ROW
    }
  }

  private signatureBox({ party, kind }: Signer, x: number, top: number) {
    const { width, height } = BOX[kind]
    this.unread(() => this.pdf.rect(x, top, width, height).lineWidth(0.75).stroke(MUTED))
    this.tag('P', () =>
      this.pdf
        .fillColor(MUTED)
        .font('Helvetica')
        .fontSize(9)
        .text(`${PARTY_NAME[party]}: ${kind}`, x, top + height + 4),
    )
    const y = this.pdf.page.height - top - height
    this.placements.push({ party, kind, page: this.pdf.bufferedPageRange().count, x, y, width, height })
  }

  /** Numbers the pages and closes the document. */
  async finish(): Promise<ComposedPdf> {
    const { count } = this.pdf.bufferedPageRange()
    this.tags.end()
    for (let page = 0; page < count; page += 1) {
      this.pdf.switchToPage(page)
      // The foot stands below the margin, where text would otherwise open another page.
      this.pdf.page.margins.bottom = 0
      const y = this.pdf.page.height - MARGIN
      this.pdf.fillColor(MUTED).font('Helvetica').fontSize(8)
      this.unread(() => {
        this.pdf.text(toWinAnsi(this.head.reference), MARGIN, y, { width: this.width / 2, lineBreak: false })
        const pageNo = `Page ${page + 1} of ${count}`
        this.pdf.text(pageNo, MARGIN, y, { width: this.width, align: 'right', lineBreak: false })
      })
    }
    const chunks: Buffer[] = []
    this.pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = new Promise<void>((resolve, reject) => this.pdf.once('end', resolve).once('error', reject))
    this.pdf.end()
    await ended
    const bytes = new Uint8Array(Buffer.concat(chunks))
    return {
      bytes,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      pages: count,
      placements: this.placements,
    }
  }
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Integer cents as `$1,317.75`. */
export const money = (cents: number) => dollars.format(cents / 100)
