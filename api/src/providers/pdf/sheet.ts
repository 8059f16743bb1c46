import { createHash } from 'node:crypto'
import type { Party } from '@tideline/sdk/words'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import { formatEasternDate } from '../../calendar/format-date.ts'
import { getFontFile, replaceMissingLetters } from './fonts.ts'
import { type ContentBlock, keepBlocksTogether, layOutPages, type PageLayout } from './page-layout.ts'
import { getSignatureBoxTitle } from './pdf-tagger.ts'

/** A party's signature or initials: the agent (party 1) or the insured (party 2). */
export interface Signer {
  party: Party
  kind: 'signature' | 'initials'
  /** Statement that the signer agrees to. It is printed above the box. */
  signingStatement?: string
}

/**
 * Position of a signature box in PDF points. `page` starts at 1. `x` and `y` are the box's lower left corner, measured
 * from the page's lower left corner.
 */
export interface SignatureBox extends Pick<Signer, 'party' | 'kind'> {
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
  placements: SignatureBox[]
}

export interface SheetHeader {
  title: string
  /** Text in the footer of every page, next to the issue date and the page number. */
  reference: string
  issuedAt: Date
}

type Fact = readonly [label: string, value: string]
type Tags = PDFKit.PDFStructureElement
type Font = 'Inter' | 'Inter SemiBold'

interface Style {
  font: Font
  size: number
  colour: string
}

/** Text split into lines, with its width and height. */
interface Lines {
  lines: { text: string; style: Style }[]
  width: number
  height: number
}

const MARGIN = 54
const TOP = 45
/** Lower limit of the content area. The footer is below. */
const BOTTOM = 732
const WIDTH = 612 - 2 * MARGIN
const ACCENT = '#084a82'
const FILL = '#0b5fa5'
const LINE = '#d8dee6'
const STRONG = '#9aa5b1'
const INK = '#1b2430'
const MUTED = '#4a5563'
const plain: Style = { font: 'Inter', size: 9.2, colour: INK }
const muted: Style = { ...plain, colour: MUTED }
const small: Style = { ...muted, size: 8 }
const strong: Style = { ...plain, font: 'Inter SemiBold' }
/** Line height relative to the font size. */
const LEADING = 1.4
/** Minimum and maximum width of the label column. */
const LABEL = { least: 118, most: 168 }
const GUTTER = 16
/** Turns off all font features to save rendering time. Only tabular figures stay on, so that amounts line up. */
const off = { calt: false, ccmp: false, clig: false, liga: false, locl: false, mark: false, mkmk: false, rclt: false }
const features = { ...off, kern: false, rlig: false, tnum: true } as unknown as PDFKit.Mixins.OpenTypeFeatures[]
/**
 * Cache of letter widths at font size 1, by font. Without kerning, the width of a text is the sum of its letter widths.
 */
const widths: Record<Font, Map<string, number>> = { Inter: new Map(), 'Inter SemiBold': new Map() }
const BOX = { signature: { width: 220, height: 44 }, initials: { width: 120, height: 44 } }
/**
 * Width of a QR code in points. `border` is the width of its light border in modules, which scanners need (ISO/IEC
 * 18004).
 */
const QR = { width: 92, border: 4 }
const PARTY_NAME = { 1: 'Agent', 2: 'Insured' } as const
/** Maximum height of a block that is never split. */
const MAX_UNSPLIT_HEIGHT = (BOTTOM - TOP) / 3
/** Minimum content height of the last page. If the page has less content, a denser layout is tried to save the page. */
const SPARSE_PAGE_HEIGHT = (BOTTOM - TOP) * 0.45

/** Factors for the vertical spacing. */
const DENSITY = { usual: 1, closer: 0.78, close: 0.54 }

/**
 * A document that is written from top to bottom. `finish` lays out the pages. Rows are never split, headings stay with
 * their content, and totals stay with their rows. Spacing shrinks to avoid an almost empty last page. The document is
 * tagged for screen readers (PDF/UA).
 */
export class SheetWriter {
  readonly pdf: PDFKit.PDFDocument
  private readonly tags: Tags
  private readonly placements: SignatureBox[] = []
  private readonly head: SheetHeader
  private readonly blocks: ((density: number) => ContentBlock[])[] = []
  private title: string | undefined
  private isAfterFacts = false

  constructor(head: SheetHeader) {
    this.head = head
    this.pdf = new PDFDocument({
      size: 'LETTER',
      margin: 0,
      bufferPages: true,
      displayTitle: true,
      lang: 'en-US',
      pdfVersion: '1.7',
      // pdfkit supports this value, but its types do not.
      subset: 'PDF/UA' as 'PDF/A-1',
      tagged: true,
      font: '',
      info: { Title: head.title, Author: 'Tideline', CreationDate: head.issuedAt, ModDate: head.issuedAt },
    })
    this.pdf.registerFont('Inter', getFontFile('regular') as Buffer)
    this.pdf.registerFont('Inter SemiBold', getFontFile('semibold') as Buffer)
    // Registers the fonts in a fixed order. Identical data then creates identical bytes.
    this.pdf.font('Inter').font('Inter SemiBold')
    this.tags = this.pdf.struct('Document', { title: head.title, lang: 'en-US' })
    this.pdf.addStructure(this.tags)
  }

  /** Adds an element to the structure tree. If it has children, the caller must end it. */
  private tag(type: string, write: () => void, within = this.tags) {
    within.add(this.pdf.struct(type, {}, write))
  }

  /** Adds a table header cell for a column or row. */
  private header(scope: 'Column' | 'Row', write: () => void, within: Tags) {
    const cell = this.pdf.struct('TH', {}, write) as Tags & { dictionary: PDFKit.PDFKitReference }
    Object.assign(cell.dictionary.data, { A: { O: 'Table', Scope: scope } })
    within.add(cell)
  }

  private part(type: string, within = this.tags) {
    const part = this.pdf.struct(type)
    within.add(part)
    return part
  }

  /** Draws artifacts, which screen readers skip: lines, boxes, page numbers. */
  private drawArtifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout') {
    this.pdf.markContent('Artifact', { type })
    draw()
    this.pdf.endMarkedContent()
  }

  private line(y: number, width: number, colour: string) {
    this.drawArtifact(() =>
      this.pdf
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + WIDTH, y)
        .lineWidth(width)
        .stroke(colour),
    )
  }

  private widthOf(text: string, { font, size }: Style) {
    const known = widths[font]
    let width = 0
    for (const letter of text) {
      const own = known.get(letter) ?? this.pdf.font(font).fontSize(1).widthOfString(letter, { features })
      known.set(letter, own)
      width += own
    }
    return width * size
  }

  /** Splits a word that is longer than a line. */
  private cut(word: string, style: Style, width: number): string[] {
    const parts = ['']
    for (const letter of word) {
      const grown = `${parts.at(-1)}${letter}`
      if (this.widthOf(grown, style) > width && parts.at(-1)) parts.push(letter)
      else parts[parts.length - 1] = grown
    }
    return parts
  }

  /**
   * Wraps text to lines of up to `width`. All lines except the last keep a trailing space. It separates words when text
   * is read aloud or copied.
   */
  private wrap(text: string, style: Style, width: number): Lines {
    const lines = replaceMissingLetters(text)
      .split('\n')
      .flatMap((paragraph) => {
        const wrapped = ['']
        for (const word of paragraph.split(' ').flatMap((one) => this.cut(one, style, width))) {
          const line = wrapped.at(-1) ?? ''
          const grown = line ? `${line} ${word}` : word
          if (line && this.widthOf(grown, style) > width) wrapped.push(word)
          else wrapped[wrapped.length - 1] = grown
        }
        return wrapped
      })
      .map((line) => ({ text: line, style }))
    return {
      lines,
      width: Math.max(...lines.map((line) => this.widthOf(line.text, style))),
      height: lines.length * style.size * LEADING,
    }
  }

  /** Prints each line below the previous one. Text is centered vertically within its line height. */
  private print({ lines }: Pick<Lines, 'lines'>, x: number, top: number, { width = 0, right = false } = {}) {
    let y = top
    lines.forEach(({ text, style }, at) => {
      const step = style.size * LEADING
      const lead = right ? width - this.widthOf(text, style) : 0
      this.pdf.font(style.font).fontSize(style.size).fillColor(style.colour)
      const kept = at < lines.length - 1 && !right ? `${text} ` : text
      this.pdf.text(kept, x + lead, y + (step - this.pdf.currentLineHeight(true)) / 2, { lineBreak: false, features })
      y += step
    })
  }

  /** Sets the heading of the next block. */
  section(title: string) {
    this.title = title
  }

  private add(pieces: (density: number) => ContentBlock[]) {
    const title = this.title
    this.title = undefined
    this.isAfterFacts = false
    this.blocks.push((density) => [...(title === undefined ? [] : [this.heading(title, density)]), ...pieces(density)])
  }

  private heading(title: string, density: number): ContentBlock {
    const text = this.wrap(title, { font: 'Inter SemiBold', size: 11.5, colour: ACCENT }, WIDTH)
    const height = text.height + 5
    return {
      height,
      before: 16 * density,
      keepsWithNext: true,
      draw: (top) => {
        this.tag('H2', () => this.print(text, MARGIN, top))
        this.line(top + height - 1, 0.75, STRONG)
      },
    }
  }

  private paragraphPieces(text: string, density: number): ContentBlock[] {
    const { lines } = this.wrap(text, plain, WIDTH)
    const step = plain.size * LEADING
    let element: Tags | undefined
    return keepBlocksTogether(
      lines.map((line, at) => ({
        height: step,
        before: at === 0 ? 7 * density : 0,
        keepsWithNext: false,
        draw: (top: number) => {
          const part = element ?? this.part('P')
          element = part
          const isLast = at === lines.length - 1
          part.add(() => this.print({ lines: [isLast ? line : { ...line, text: `${line.text} ` }] }, MARGIN, top))
          if (isLast) part.end()
        },
      })),
    )
  }

  paragraph(text: string) {
    this.add((density) => this.paragraphPieces(text, density))
  }

  /** Adds a QR code. Screen readers skip it, so the preceding text must state its content. */
  qrCode(text: string) {
    const { data, size } = encode(text, { border: QR.border })
    const module = QR.width / size
    const draw = (top: number) => {
      for (const [y, row] of data.entries())
        for (const [x, isDark] of row.entries())
          if (isDark) this.pdf.rect(MARGIN + x * module, top + y * module, module, module)
      this.pdf.fill('#000000')
    }
    this.add((density) => [
      {
        ...{ height: QR.width, before: 5 * density, keepsWithNext: false },
        draw: (top) => this.drawArtifact(() => draw(top)),
      },
    ])
  }

  /** Adds the final paragraph on the same page as the preceding block. */
  closing(text: string) {
    const above = this.blocks.pop()
    this.blocks.push((density) => {
      const pieces = above?.(density) ?? []
      return [...pieces.map((piece) => ({ ...piece, keepsWithNext: true })), ...this.paragraphPieces(text, density)]
    })
  }

  /** Adds label-value pairs, one per row. If `beside` is true and all pairs are short, each row has two pairs. */
  facts(facts: readonly Fact[], { beside = false } = {}) {
    if (facts.length === 0) return
    const half = (WIDTH - GUTTER) / 2
    const widest = Math.max(...facts.map(([label]) => this.widthOf(replaceMissingLetters(label), muted))) + 10
    const label = Math.min(Math.max(widest, LABEL.least), LABEL.most)
    const isBeside =
      beside &&
      facts.every(
        ([, value]) => widest <= LABEL.least && this.widthOf(replaceMissingLetters(value), plain) <= half - LABEL.least,
      )
    const rows = isBeside
      ? facts.flatMap((_, at) => (at % 2 === 0 ? [facts.slice(at, at + 2)] : []))
      : facts.map((fact) => [fact])
    const goesOn = this.isAfterFacts && this.title === undefined
    this.add((density) => {
      let table: Tags | undefined
      const pad = 2.2 * density
      const pieces = rows.map((row, at): ContentBlock => {
        const cells = row.map(([name, value]) => ({
          name: this.wrap(name, muted, label - 10),
          value: this.wrap(value || '–', plain, (isBeside ? half : WIDTH) - label),
        }))
        const inner = Math.max(...cells.flatMap(({ name, value }) => [name.height, value.height]))
        return {
          height: inner + 2 * pad,
          before: at === 0 && !goesOn ? 5 * density : 0,
          keepsWithNext: false,
          draw: (top) => {
            const within = table ?? this.part('Table')
            table = within
            const element = this.part('TR', within)
            cells.forEach(({ name, value }, column) => {
              const x = MARGIN + column * (half + GUTTER)
              this.header('Row', () => this.print(name, x, top + pad), element)
              this.tag('TD', () => this.print(value, x + label, top + pad), element)
            })
            element.end()
            if (at === rows.length - 1) within.end()
          },
        }
      })
      return keepBlocksTogether(pieces, {
        whole: pieces.reduce((sum, { height }) => sum + height, 0) <= MAX_UNSPLIT_HEIGHT,
      })
    })
    this.isAfterFacts = true
  }

  /**
   * Adds a table with right-aligned amounts and an emphasized total. In a cell, all lines after the first are small.
   * The table header is repeated on each page.
   */
  table(columns: string[], rows: string[][], total?: string[]) {
    const all = [columns, ...rows, ...(total ? [total] : [])]
    const wide = columns.map((_, column) =>
      column === 0
        ? 0
        : Math.max(
            56,
            ...all.map((row) => this.widthOf(replaceMissingLetters(row[column] ?? ''), row === total ? strong : plain)),
          ) + GUTTER,
    )
    wide[0] = WIDTH - wide.reduce((sum, width) => sum + width, 0)
    this.add((density) => {
      let table: Tags | undefined
      const pad = 3.4 * density
      const rowPiece = (row: string[], kind: 'head' | 'row' | 'total', isLast: boolean): ContentBlock => {
        const style = kind === 'head' ? { ...muted, size: 8.5 } : kind === 'total' ? strong : plain
        const cells = row.map((text, column) => this.cell(text, style, (wide[column] ?? 0) - (column ? 0 : 4)))
        const inner = Math.max(...cells.map(({ height }) => height))
        const height = inner + 2 * pad
        const printed = (top: number, write: (print: () => void, column: number) => void) => {
          let x = MARGIN
          cells.forEach((lines, column) => {
            const [at, width] = [x, wide[column] ?? 0]
            write(() => this.print(lines, at, top + pad, { width, right: column > 0 }), column)
            x += width
          })
          if (kind !== 'total') this.line(top + height, kind === 'head' ? 0.75 : 0.5, kind === 'head' ? STRONG : LINE)
        }
        return {
          height,
          before: 0,
          keepsWithNext: false,
          draw: (top) => {
            const within = table ?? this.part('Table')
            table = within
            const element = this.part('TR', within)
            printed(top, (print, column) => {
              const names = kind === 'head' ? row[column] !== '' : column === 0
              if (names) this.header(kind === 'head' ? 'Column' : 'Row', print, element)
              else this.tag('TD', print, element)
            })
            element.end()
            if (isLast) within.end()
          },
          ...(kind === 'head' && {
            repeats: { height, draw: (top: number) => printed(top, (print) => this.drawArtifact(print)) },
          }),
        }
      }
      const head = rowPiece(columns, 'head', rows.length === 0 && !total)
      const body = [
        ...rows.map((row, at) => rowPiece(row, 'row', at === rows.length - 1 && !total)),
        ...(total ? [rowPiece(total, 'total', true)] : []),
      ].map((piece) => ({ ...piece, ...(head.repeats && { repeats: head.repeats }) }))
      const { repeats: _, ...first } = head
      const pieces = [first, ...body]
      const whole = pieces.reduce((sum, { height }) => sum + height, 0) <= MAX_UNSPLIT_HEIGHT
      return keepBlocksTogether(pieces, { atStart: 2, atEnd: total ? 3 : 2, whole })
    })
  }

  private cell(text: string, style: Style, width: number): Lines {
    const [first = '', ...rest] = text.split('\n')
    const parts = [this.wrap(first, style, width), ...rest.map((line) => this.wrap(line, small, width))]
    return {
      lines: parts.flatMap(({ lines }) => lines),
      width: Math.max(...parts.map((part) => part.width)),
      height: parts.reduce((sum, part) => sum + part.height, 0),
    }
  }

  /** Adds a box for each signer, two per row, with the signer's statement above. Records each box's position. */
  signatures(signers: Signer[]) {
    if (signers.length === 0) return
    this.section('Signatures')
    const rows = signers.flatMap((_, at) => (at % 2 === 0 ? [signers.slice(at, at + 2)] : []))
    this.add((density) =>
      keepBlocksTogether(
        rows.map((row) => {
          const message = row.map(({ signingStatement: says }) =>
            says ? this.wrap(says, plain, BOX.signature.width) : undefined,
          )
          const room = Math.max(...message.map((words) => (words ? words.height + 6 : 0)))
          return {
            height: room + BOX.signature.height + 18,
            before: 12 * density,
            keepsWithNext: false,
            draw: (top) => {
              row.forEach((signer, column) => {
                const x = MARGIN + (column * (WIDTH + GUTTER)) / 2
                const words = message[column]
                if (words) this.tag('P', () => this.print(words, x, top))
                this.signatureBox(signer, x, top + room)
              })
            },
          }
        }),
        { whole: rows.length <= 3 },
      ),
    )
  }

  /**
   * Draws a signature box and its caption as one element. Screen readers then read the signature, which is stamped
   * later, before the caption.
   */
  private signatureBox({ party, kind }: Signer, x: number, top: number) {
    const { width, height } = BOX[kind]
    const y = this.pdf.page.height - top - height
    const place = this.pdf.struct('Div', { title: getSignatureBoxTitle(x, y) })
    this.tags.add(place)
    this.drawArtifact(() => this.pdf.roundedRect(x, top, width, height, 4).lineWidth(0.75).stroke(STRONG))
    const caption = this.wrap(`${PARTY_NAME[party]}: ${kind}`, small, width)
    this.tag('P', () => this.print(caption, x, top + height + 3), place)
    place.end()
    this.placements.push({ party, kind, page: this.pdf.bufferedPageRange().count, x, y, width, height })
  }

  /** Returns the blocks with the logo, the company name and the title. */
  private opening(): ContentBlock[] {
    const title = this.wrap(this.head.title, { font: 'Inter SemiBold', size: 20, colour: INK }, WIDTH)
    return [
      {
        height: 22,
        before: 0,
        keepsWithNext: true,
        draw: (top) => {
          this.drawArtifact(() => {
            this.pdf.roundedRect(MARGIN, top, 22, 22, 5.5).fill(FILL)
            this.pdf
              .save()
              .translate(MARGIN, top)
              .scale(22 / 32)
            this.pdf.path('M5 14q3.7-4 7.3 0t7.4 0 7.3 0M5 21q3.7-4 7.3 0t7.4 0 7.3 0')
            this.pdf.lineWidth(2.6).lineCap('round').stroke('#ffffff')
            this.pdf.restore()
          })
          const name = this.wrap('Tideline', { font: 'Inter SemiBold', size: 13, colour: ACCENT }, WIDTH)
          this.tag('P', () => this.print(name, MARGIN + 30, top + 11 - name.height / 2))
        },
      },
      {
        height: title.height + 5,
        before: 14,
        keepsWithNext: true,
        draw: (top) => this.tag('H1', () => this.print(title, MARGIN, top)),
      },
    ]
  }

  /**
   * Lays out the pages. Uses closer spacing if it saves a page. Uses the closest spacing only if the last page is
   * almost empty.
   */
  private pages(): PageLayout[] {
    const laidOut = (density: number) =>
      layOutPages([...this.opening(), ...this.blocks.flatMap((block) => block(density))], BOTTOM - TOP)
    const usual = laidOut(DENSITY.usual)
    if (usual.length === 1) return usual
    const closer = laidOut(DENSITY.closer)
    if (closer.length < usual.length) return closer
    const isFew = (usual.at(-1)?.used ?? 0) < SPARSE_PAGE_HEIGHT
    const close = isFew ? laidOut(DENSITY.close) : usual
    return close.length < usual.length ? close : usual
  }

  /** Lays out the document, adds page numbers and closes the PDF. */
  async finish(): Promise<ComposedPdf> {
    const pages = this.pages()
    pages.forEach(({ placed }, at) => {
      if (at > 0) this.pdf.addPage()
      for (const { draw, top } of placed) draw(TOP + top)
      const issued = `${this.head.reference}, issued ${formatEasternDate(this.head.issuedAt)}`
      const number = this.wrap(`Page ${at + 1} of ${pages.length}`, small, WIDTH)
      this.drawArtifact(() => {
        this.print(this.wrap(issued, small, WIDTH - 100), MARGIN, BOTTOM + 16)
        this.print(number, MARGIN, BOTTOM + 16, { width: WIDTH, right: true })
      }, 'Pagination')
    })
    this.tags.end()
    const chunks: Buffer[] = []
    this.pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = new Promise<void>((resolve, reject) => this.pdf.once('end', resolve).once('error', reject))
    this.pdf.end()
    await ended
    const bytes = new Uint8Array(Buffer.concat(chunks))
    return {
      bytes,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      pages: pages.length,
      placements: this.placements,
    }
  }
}
