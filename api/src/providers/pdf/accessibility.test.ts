import { inflateSync } from 'node:zlib'
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFString } from '@cantoo/pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, describe, expect, test } from 'vitest'
import { getPdfLines } from '../../documents/pdf-lines.ts'
import { getStructureElements } from '../../testing/pdf-structure.ts'
import { renderCommissionStatement } from './commission-statement.ts'
import { createPdfProvider } from './pdf.ts'
import type { PolicyDocumentData } from './policy-documents.ts'
import type { Signer } from './sheet.ts'

const pdf = createPdfProvider()
afterAll(() => pdf.close())

const longName = 'Maximiliana Theodora Featherstonehaugh-Cholmondeley de la Santísima Trinidad y Montenegro'
const longAddress =
  '12345 South Northeasternmost Intracoastal Waterway Boulevard Extension, Unit 1204, Saint Petersburg Beach, FL 33701-1234'

/** Creates the data of a policy's documents with the given number of coverages and charges. */
const facts = (rows: number): PolicyDocumentData => ({
  policyNo: 'RFL3000101',
  productName: 'Residential Flood',
  insuredName: rows > 9 ? longName : 'Marina Sample',
  mailingAddress: rows > 9 ? longAddress : '1200 Bayshore Demo Blvd, Tampa, FL 33606',
  propertyAddress: rows > 9 ? longAddress : '1200 Bayshore Demo Blvd, Tampa, FL 33606',
  agencyName: 'Harborview Insurance Group',
  agencyNo: '100100',
  agencyPhone: '(813) 555-0100',
  insurer: { name: 'Tideline', phone: '(800) 555-0199' },
  inceptionDate: '2026-12-15',
  expirationDate: '2027-12-15',
  property: [
    ['Property type', 'Single family'],
    ['Occupancy', 'Primary residence'],
    ['Construction', 'Masonry'],
    ['Foundation', 'Slab on grade'],
    ['Year built', '1998'],
    ['Stories', '1'],
    ['Flood zone', 'AE'],
  ],
  coverages: Array.from({ length: rows }, (_, at) => ({
    name:
      at % 3 === 1
        ? `Coverage ${at} of a name that is too long for one line of a page that has amounts too`
        : `Coverage ${at}`,
    effectiveDate: at % 2 === 0 ? '2026-12-15' : '2027-02-01',
    limit: 123_456_700,
    premiumCents: at % 2 === 0 ? 123_456_789 : 0,
  })),
  deductibles: [{ effectiveDate: '2026-12-15', cents: 500_000 }],
  charges: Array.from({ length: Math.min(rows, 14) }, (_, at) => ({ label: `Charge ${at}`, amountCents: 123_456_789 })),
  totalPremiumCents: 123_456_789,
  lienholders: Array.from(
    { length: rows > 9 ? 5 : 1 },
    (_, at) => `Sample Bank ${at} ISAOA/ATIMA, PO Box 1, Tampa, FL 33601`,
  ),
  issuedAt: new Date('2026-11-20T15:00:00Z'),
})
const signers: Signer[] = [
  { party: 1, kind: 'signature', signingStatement: 'I have explained the coverage to the applicant.' },
  { party: 2, kind: 'signature', signingStatement: 'The statements in this application are true.' },
  { party: 2, kind: 'initials', signingStatement: 'I was offered contents coverage.' },
]
const audit = {
  documentName: 'Flood Application',
  reference: 'Policy RFL3000101',
  events: Array.from({ length: 40 }, () => ({
    ...{ at: '11/20/2026, 10:00 AM Eastern', what: 'consented', who: `${longName} (insured)` },
    ...{ how: 'Code to email on file', from: '2001:0db8:85a3:0000:0000:8a2e:0370:7334' },
  })),
}

const tables = (rows: number) => [
  {
    title: 'Policy cost',
    columns: ['Charge', 'Charged', 'Retained', 'Returned'],
    rows: Array.from({ length: rows }, (_, at) => ({ label: `Charge ${at}`, cents: [123_456_789, 0, -123_456_789] })),
    total: { label: 'Total', cents: [123_456_789, 0, -123_456_789] },
  },
  { title: 'Your account', columns: ['', 'Amount'], rows: [{ label: 'Paid', cents: [131_775] }] },
]

/** Functions that render each kind of document with a given number of rows. */
const kinds: Record<string, (rows: number) => Promise<{ bytes: Uint8Array }>> = {
  application: (rows) => pdf.policyApplication(facts(rows), signers),
  'signed application': async (rows) => {
    const form = await pdf.policyApplication(facts(rows), signers)
    const stamps = form.placements.map((place) => ({
      ...place,
      name: longName,
      signedAt: '11/20/2026, 10:00 AM Eastern',
    }))
    return pdf.stampSignatures(form.bytes, stamps, audit)
  },
  agreement: (rows) => pdf.policyAgreement(facts(rows), []),
  'declarations page': (rows) => pdf.declarationsPage(facts(rows)),
  receipt: (rows) =>
    pdf.receipt({
      ...{ receiptNo: 'R-1', policyNo: 'RFL3000101', method: 'Bank account ending in 6789' },
      ...{ insuredName: facts(rows).insuredName, payerName: longName, propertyAddress: longAddress },
      ...{ paidAt: '11/20/2026, 10:00 AM Eastern', amountCents: 123_456_789, feeCents: rows, balanceCents: 0 },
      issuedAt: facts(rows).issuedAt,
    }),
  letter: (rows) =>
    pdf.notice({
      title: 'Notice of cancellation',
      reference: 'Policy RFL3000101',
      facts: [['To', `${longName}, ${longAddress}`]],
      paragraphs: Array.from({ length: rows }, (_, at) => `Clause ${at}. `.repeat(30)),
      tables: tables(rows),
      signers: [],
      issuedAt: facts(rows).issuedAt,
    }),
  'commission statement': (rows) =>
    renderCommissionStatement({
      statement: {
        ...{ agencyNo: '100100', agencyName: 'Harborview Insurance Group', year: 2026, month: 10, status: 'paid' },
        ...{ premium: 1_234_567.89, commission: 1234.56, adjustments: -25.5, total: 1209.06 },
      } as Parameters<typeof renderCommissionStatement>[0]['statement'],
      lines: Array.from({ length: rows }, () => ({
        ...{ what: `RFL3000101 ${longName}, NB, 10/12/2026`, lineId: '00000020-0000-4000-8001-000000000001' },
        ...{ premium: 1_234_567.89, rate: 0.125, commission: 123_456.78 },
      })),
      rest: 0,
      issuedAt: facts(rows).issuedAt,
    }),
}
const cases = Object.keys(kinds).flatMap((kind) => [1, 6, 40].map((rows) => [kind, rows] as const))
const render = async (kind: string, rows: number) => (await kinds[kind]?.(rows))?.bytes ?? new Uint8Array()

/** Returns the operators of a page, one per line. */
const getContent = (document: PDFDocument, page: number) => {
  const node = document.getPages()[page]?.node
  const streams = node?.Contents()
  const all = streams instanceof PDFArray ? streams.asArray().map((one) => document.context.lookup(one)) : [streams]
  return all
    .map((stream) => {
      if (!(stream instanceof PDFRawStream)) return ''
      const isPacked = stream.dict.get(PDFName.of('Filter')) !== undefined
      return Buffer.from(isPacked ? inflateSync(stream.contents) : stream.contents).toString('latin1')
    })
    .join('\n')
}

describe.each(cases)('%s with %i rows', async (kind, rows) => {
  const bytes = await render(kind, rows)
  const document = await PDFDocument.load(bytes, { updateMetadata: false })

  test('shows the document title and declares its language and PDF/UA conformance', () => {
    const { catalog } = document
    expect(document.getTitle()).toBeTruthy()
    const shown = catalog.lookup(PDFName.of('ViewerPreferences'), PDFDict).get(PDFName.of('DisplayDocTitle'))
    expect([String(shown), catalog.lookup(PDFName.of('Lang'), PDFString).decodeText()]).toEqual(['true', 'en-US'])
    expect(String(catalog.lookup(PDFName.of('MarkInfo'), PDFDict).get(PDFName.of('Marked')))).toBe('true')
    const metadata = catalog.lookup(PDFName.of('Metadata'))
    expect(metadata instanceof PDFRawStream && Buffer.from(metadata.contents).toString()).toContain('<pdfuaid:part>1<')
  })

  test('embeds its fonts with their Unicode mappings', () => {
    const fonts = document.context.enumerateIndirectObjects().flatMap(([, object]) => {
      return object instanceof PDFDict && object.get(PDFName.of('Type')) === PDFName.of('Font') ? [object] : []
    })
    const whole = fonts.filter((font) => font.get(PDFName.of('Subtype')) === PDFName.of('Type0'))
    expect(whole.length).toBeGreaterThan(0)
    for (const font of whole) {
      expect(font.get(PDFName.of('ToUnicode'))).toBeDefined()
      const [descendant] = font.lookup(PDFName.of('DescendantFonts'), PDFArray).asArray()
      const descriptor = document.context.lookup(descendant, PDFDict).lookup(PDFName.of('FontDescriptor'), PDFDict)
      expect(descriptor.get(PDFName.of('FontFile2'))).toBeDefined()
    }
    // No font is a PDF standard font, because the viewer would have to provide such a font.
    expect(fonts.filter((font) => font.get(PDFName.of('Subtype')) === PDFName.of('Type1'))).toEqual([])
  })

  test('tags all content or marks it as an artifact', () => {
    for (let page = 0; page < document.getPageCount(); page++) {
      let depth = 0
      for (const line of getContent(document, page).split('\n')) {
        if (/\b(BDC|BMC)\s*$/.test(line)) depth += 1
        if (/^\s*EMC\s*$/.test(line)) depth -= 1
        if (/(\bTj|\bTJ|\bS|\bf|\bDo)\s*$/.test(line)) expect(`${depth} ${line}`).toMatch(/^1 /)
        expect(depth).toBeGreaterThanOrEqual(0)
      }
      expect(depth).toBe(0)
    }
  })

  test('skips no heading levels, labels table headers and describes images', () => {
    const spoken = getStructureElements(document)
    const headings = spoken.flatMap(({ tag }) => (/^H\d$/.test(tag) ? [Number(tag.slice(1))] : []))
    expect(headings[0]).toBe(1)
    for (const [at, level] of headings.entries()) expect(level - (headings[at - 1] ?? 0)).toBeLessThanOrEqual(1)
    spoken.forEach((element, at) => {
      const kids = spoken.filter(({ parent }) => parent === at)
      if (element.tag === 'TR') {
        expect(kids.filter(({ scope }) => scope !== undefined).length).toBeGreaterThan(0)
        expect(kids.filter(({ tag }) => tag !== 'TH' && tag !== 'TD')).toEqual([])
      }
      if (element.tag === 'Table') expect(new Set(kids.map(({ tag }) => tag))).toEqual(new Set(['TR']))
      if (element.tag === 'TH') expect(element.scope).toBeDefined()
      if (element.tag === 'Figure') expect(element.alt).toBeTruthy()
      // No element is empty.
      if (!['TD', 'Document'].includes(element.tag)) expect(element.marks + kids.length).toBeGreaterThan(0)
    })
  })

  test('has a reading order that matches the visual order', async () => {
    const shown = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
    for (let number = 1; number <= shown.numPages; number++) {
      const page = await shown.getPage(number)
      const { items } = await page.getTextContent({ includeMarkedContent: true })
      const places = new Map<string, number>()
      let open = ''
      for (const item of items) {
        if ('type' in item) open = item.type === 'beginMarkedContentProps' ? (item.id ?? '') : open
        else if (open && item.str.trim() && !places.has(open)) places.set(open, item.transform[5])
      }
      const order: string[] = []
      type Node = { type?: string; id?: string; children?: Node[] }
      const walk = (node: Node) => {
        if (node.type === 'content') order.push(node.id ?? '')
        for (const child of node.children ?? []) walk(child)
      }
      walk((await page.getStructTree()) as Node)
      const heights = order.flatMap((id) => places.get(id) ?? [])
      // Signature boxes in a row are read one after the other. The next position can therefore be up to one box higher.
      for (const [at, height] of heights.slice(1).entries()) expect(height - (heights[at] ?? 0)).toBeLessThan(80)
    }
    await shown.loadingTask.destroy()
  })

  test('keeps text within the margins and leaves no page with only a few lines', async () => {
    const shown = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
    for (let number = 1; number <= shown.numPages; number++) {
      const { items } = await (await shown.getPage(number)).getTextContent()
      const texts = items.flatMap((item) => ('str' in item && item.str.trim() ? [item] : []))
      for (const { transform, width, str } of texts) {
        expect(transform[4], str).toBeGreaterThanOrEqual(53.9)
        expect(transform[4] + width, str).toBeLessThanOrEqual(560)
        expect(transform[5], str).toBeGreaterThanOrEqual(30)
      }
      // The last page contains more than its footer: at least a heading and its first line.
      if (number > 1) expect(texts.length).toBeGreaterThan(4)
    }
    await shown.loadingTask.destroy()
  })
})

describe('PDF tables', () => {
  test('repeat the header on every page but tag it only once', async () => {
    const bytes = await render('declarations page', 40)
    const document = await PDFDocument.load(bytes)
    const heads = (await getPdfLines(new Uint8Array(bytes))).filter(
      (line) => line === 'Coverage Effective date Limit Premium',
    )
    expect(heads.length).toBeGreaterThan(1)
    const columns = getStructureElements(document).filter(({ scope }) => scope === 'Column')
    expect(columns).toHaveLength(4 + 2)
  })

  test('center text vertically in each row', async () => {
    const document = await PDFDocument.load(await render('letter', 6))
    const content = getContent(document, 0)
    const rules = [...content.matchAll(/^54 ([\d.]+) m\n558 \1 l/gm)].map(([, y]) => 792 - Number(y))
    const lines = [...new Set([...content.matchAll(/^1 0 0 1 [\d.]+ ([\d.]+) Tm/gm)].map(([, y]) => Number(y)))]
    const between = rules.slice(1).flatMap((lower, at) => {
      const upper = rules[at] ?? 0
      const inside = lines.filter((y) => y < upper && y > lower)
      return upper - lower < 26 && inside.length === 1
        ? [{ above: upper - (inside[0] as number), below: (inside[0] as number) - lower }]
        : []
    })
    expect(between.length).toBeGreaterThan(4)
    // The capitals of Inter have a height of 0.727 of the font size.
    for (const { above, below } of between) expect(Math.abs(above - 0.727 * 9.2 - below)).toBeLessThan(0.8)
  })

  test.each([
    ['bound', 1],
    ['endorsed once', 2],
  ])('fit on a single declarations page for a policy that was %s', async (_, periods) => {
    const line = (name: string, limit: number | string, premiumCents = 0) => ({
      ...{ name, limit, premiumCents, effectiveDate: '2026-09-06' },
    })
    const policy: PolicyDocumentData = {
      ...facts(7),
      ...{ insuredName: 'Quentin Example', agencyName: 'Harborview Insurance Group' },
      mailingAddress: '1224 Demo Journey Way, Tampa, FL 33606',
      propertyAddress: '1224 Demo Journey Way, Tampa, FL 33606',
      property: [
        ['Property type', 'Primary Home'],
        ['Occupancy', 'Single Family'],
        ['Construction', 'Masonry'],
        ['Foundation', 'Slab'],
        ['Year built', '1998'],
        ['Stories', '1'],
        ['Flood zone', 'AE'],
      ],
      coverages: [
        ...Array.from({ length: periods }, () => line('A Building Property', 27_500_000, 83_470)),
        ...Array.from({ length: periods }, () => line('B Personal Property', 10_000_000, 33_040)),
        line('E Replacement Cost on Contents', 'Yes'),
        line('Increased Cost of Compliance', 3_000_000),
        line('Sandbag Supplies and Labor', 100_000),
        line('Property Removed to Safety', 100_000),
      ],
      lienholders: ['First Sample Bank ISAOA/ATIMA, PO Box 1, Tampa, FL 33601, loan 12345'],
    }
    const document = await PDFDocument.load((await pdf.declarationsPage(policy)).bytes)
    expect(document.getPageCount()).toBe(1)
  })
})
