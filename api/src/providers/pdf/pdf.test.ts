import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib'
import { afterAll, describe, expect, test } from 'vitest'
import { createPdf } from './pdf.ts'
import type { PolicyFacts } from './policy-documents.ts'
import type { Stamp } from './stamp.ts'
import { toWinAnsi } from './win-ansi.ts'

const pdf = createPdf()
afterAll(() => pdf.close())

const facts: PolicyFacts = {
  policyNo: 'RFL3000101',
  productName: 'Residential Flood',
  insuredName: 'Marina Sample',
  mailingAddress: '1200 Bayshore Demo Blvd, Tampa, FL 33606',
  propertyAddress: '1200 Bayshore Demo Blvd, Tampa, FL 33606',
  agencyName: 'Harborview Insurance Group',
  agencyNo: '100100',
  inceptionDate: '2026-12-15',
  expirationDate: '2027-12-15',
  property: [
    ['Year built', '1998'],
    ['Flood zone', 'AE'],
  ],
  coverages: [
    { name: 'A Building', limit: 35000000, premiumCents: 90000 },
    { name: 'B Contents', limit: 10000000, premiumCents: 28000 },
    { name: 'C Pollution', limit: 1000000, premiumCents: 0 },
  ],
  deductibleCents: 500000,
  charges: [
    { label: 'Premium', amountCents: 118000 },
    { label: 'Policy fee', amountCents: 7500 },
    { label: 'Taxes', amountCents: 6275 },
  ],
  totalPremiumCents: 131775,
  lienholders: ['First Sample Bank ISAOA/ATIMA, PO Box 1, Tampa, FL 33601, loan 12345'],
  issuedAt: new Date('2026-11-20T15:00:00Z'),
}
const both = [
  { party: 1, kind: 'signature' },
  { party: 2, kind: 'signature' },
  { party: 2, kind: 'initials' },
] as const

/** The words on the pages: text operators of every content stream, hexadecimal strings decoded. */
function wordsOf(bytes: Uint8Array): string {
  const source = Buffer.from(bytes)
  const streams = source.toString('latin1').matchAll(/stream\r?\n/g)
  let words = ''
  for (const { index, 0: mark } of streams) {
    const start = index + mark.length
    try {
      const content = inflateSync(source.subarray(start, source.indexOf('endstream', start))).toString('latin1')
      for (const [, hex] of content.matchAll(/<([0-9a-fA-F]+)>/g))
        words += Buffer.from(hex ?? '', 'hex').toString('latin1')
      words += ' '
    } catch {
      // Not a compressed stream: an image or a font.
    }
  }
  return words
}

/** One black dot. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** The elements of a tagged document in the order in which they are read, each with what is read in its place, if any. */
function tagsOf(document: PDFDocument) {
  const inside = (within: PDFDict): { tag: string; scope: string; alt: string | undefined }[] => {
    const kids = within.lookup(PDFName.of('K'))
    return (kids instanceof PDFArray ? kids.asArray() : [kids]).flatMap((kid) => {
      const part = document.context.lookup(kid)
      const tag = part instanceof PDFDict && part.get(PDFName.of('S'))
      if (!(part instanceof PDFDict) || !tag) return []
      const scope = String(part.lookupMaybe(PDFName.of('A'), PDFDict)?.get(PDFName.of('Scope')) ?? '')
      const alt = part.lookupMaybe(PDFName.of('Alt'), PDFString)?.decodeText()
      return [{ tag: String(tag), scope, alt }, ...inside(part)]
    })
  }
  return inside(document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict))
}

describe('documents', () => {
  test('the declarations page says who, what, how much and when', async () => {
    const { bytes, pages, placements } = await pdf.declarationsPage(facts)
    const words = wordsOf(bytes)
    for (const part of [
      'RFL3000101',
      'Marina Sample',
      '12/15/2026',
      '$350,000.00',
      'Included',
      '$1,317.75',
      'First Sample Bank',
      'issued 11/20/2026',
    ]) {
      expect(words).toContain(part)
    }
    expect([pages, placements]).toEqual([1, []])
  })

  test('a document can be read aloud: title, language, headings, and what names each row and column', async () => {
    const { bytes } = await pdf.declarationsPage(facts)
    const document = await PDFDocument.load(bytes)
    const { catalog } = document
    expect(document.getTitle()).toBe('Declarations page')
    expect(catalog.lookup(PDFName.of('Lang'), PDFString).decodeText()).toBe('en-US')
    expect(String(catalog.lookup(PDFName.of('MarkInfo'), PDFDict).get(PDFName.of('Marked')))).toBe('true')
    const tags = tagsOf(document).map(({ tag, scope }) => `${tag}${scope}`)
    expect(tags.slice(0, 3)).toEqual(['/Document', '/P', '/H1'])
    expect(tags.filter((tag) => tag === '/H2').length).toBeGreaterThanOrEqual(3)
    expect(tags.filter((tag) => tag === '/TH/Column').length).toBeGreaterThanOrEqual(4)
    // Two tables have a head; every other row begins with what it is about.
    const rows = tags.filter((tag) => tag === '/TR').length
    expect(tags.filter((tag) => tag === '/TH/Row')).toHaveLength(rows - 2)
  })

  test('the same facts give the same bytes', async () => {
    expect((await pdf.policyAgreement(facts, [...both])).sha256).toBe(
      (await pdf.policyAgreement(facts, [...both])).sha256,
    )
  })

  test.each(['policyApplication', 'policyAgreement'] as const)(
    '%s has a box inside the page for each signer',
    async (kind) => {
      const { bytes, pages, placements } = await pdf[kind](facts, [...both])
      expect(placements.map(({ party, kind: what }) => ({ party, kind: what }))).toEqual(both)
      const loaded = await PDFDocument.load(bytes)
      expect(loaded.getPageCount()).toBe(pages)
      for (const box of placements) {
        const page = loaded.getPages()[box.page - 1]
        expect(box.y).toBeGreaterThan(0)
        expect(box.y + box.height).toBeLessThan(page?.getHeight() ?? 0)
      }
    },
  )

  test('long content goes to further pages, each numbered once', async () => {
    const paragraphs = Array.from({ length: 60 }, (_, i) => `Clause ${i + 1}. `.repeat(20))
    const { bytes, pages } = await pdf.notice({
      title: 'Notice',
      reference: 'Policy RFL3000101',
      facts: [],
      paragraphs,
      signers: [{ party: 2, kind: 'signature' }],
      issuedAt: facts.issuedAt,
    })
    expect(pages).toBeGreaterThan(2)
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(pages)
    expect(wordsOf(bytes)).toContain(`Page ${pages} of ${pages}`)
  })

  test('a receipt adds up', async () => {
    const { bytes } = await pdf.receipt({
      receiptNo: 'R-1',
      policyNo: 'RFL3000101',
      insuredName: 'Marina Sample',
      propertyAddress: facts.propertyAddress,
      payerName: 'Marina Sample',
      method: 'Visa ending in 4242',
      paidAt: '11/20/2026, 10:00 AM',
      amountCents: 131775,
      feeCents: 3852,
      issuedAt: facts.issuedAt,
    })
    expect(wordsOf(bytes)).toContain('$1,356.27')
  })

  test('names that the fonts lack are spelled as near as possible', () => {
    expect(toWinAnsi('Łukasz Žižek, José, Đorđe, 李')).toBe('Lukasz Žižek, José, Dorde, ?')
  })
})

describe('signatures', () => {
  const stampsFor = async () => {
    const { bytes, placements, pages } = await pdf.policyAgreement(facts, [...both])
    const stamps: Stamp[] = placements.map((box) => ({
      ...box,
      name: box.party === 1 ? 'Ada Agent' : 'Łucja Ğ. 李',
      signedAt: '11/20/2026, 10:00 AM Eastern',
      ...(box.party === 1 && { image: png }),
    }))
    return { bytes, stamps, pages }
  }
  const audit = {
    documentName: 'Policy agreement',
    reference: 'Policy RFL3000101',
    events: Array.from({ length: 60 }, (_, i) => ({
      at: '11/20/2026, 10:00:00 AM Eastern',
      what: i === 0 ? 'consented' : 'opened',
      who: 'Marina Sample',
      how: 'Code to email on file',
      from: '203.0.113.7',
    })),
  }

  test('signatures, names and the record are in the sealed file', async () => {
    const { bytes, stamps, pages } = await stampsFor()
    const before = createHash('sha256').update(bytes).digest('hex')
    const stamped = await pdf.stampSignatures(bytes, stamps, audit)
    expect(stamped.sha256).toBe(createHash('sha256').update(stamped.bytes).digest('hex'))
    expect(stamped.sha256).not.toBe(before)
    expect(stamped.pages).toBe(pages + 2)
    const words = wordsOf(stamped.bytes)
    for (const part of ['Ada Agent', 'Signature record', 'consented', 'Code to email on file', before])
      expect(words).toContain(part)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(before)
  })

  test('a signature and the record of it are read aloud, each mark by the element it belongs to', async () => {
    const { bytes, stamps } = await stampsFor()
    // One party after the other, as people sign.
    const first = await pdf.stampSignatures(bytes, stamps.slice(0, 1))
    const stamped = await PDFDocument.load((await pdf.stampSignatures(first.bytes, stamps.slice(1), audit)).bytes)
    const tags = tagsOf(stamped)
    const signatures = tags.filter(({ tag }) => tag === '/Figure').map(({ alt }) => alt)
    expect(signatures).toEqual([
      'Signed by Ada Agent, 11/20/2026, 10:00 AM Eastern',
      ...stamps.slice(1).map(() => 'Signed by Lucja G. ?, 11/20/2026, 10:00 AM Eastern'),
    ])
    expect(tags.filter(({ tag }) => tag === '/H1')).toHaveLength(2)
    const root = stamped.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)
    const numbers = root.lookup(PDFName.of('ParentTree'), PDFDict).lookup(PDFName.of('Nums'), PDFArray)
    for (const page of stamped.getPages()) {
      const key = page.node.lookup(PDFName.of('StructParents'), PDFNumber).asNumber()
      const at = numbers.asArray().findIndex((one, place) => place % 2 === 0 && (one as PDFNumber).asNumber() === key)
      const elements = numbers.lookup(at + 1, PDFArray)
      // Each mark of the page leads to an element that says that it stands on this page.
      for (let mark = 0; mark < elements.size(); mark++)
        expect(elements.lookup(mark, PDFDict).get(PDFName.of('Pg'))).toBe(page.ref)
    }
  })

  test('a signature on a page that does not exist is refused', async () => {
    const { bytes, stamps } = await stampsFor()
    const astray = stamps.map((stamp) => ({ ...stamp, page: 9 }))
    await expect(pdf.stampSignatures(bytes, astray)).rejects.toThrow('no page 9')
  })

  test('many documents are stamped side by side while this thread stays free', async () => {
    const { bytes, stamps } = await stampsFor()
    const all = await Promise.all(Array.from({ length: 8 }, () => pdf.stampSignatures(bytes, stamps, audit)))
    expect(new Set(all.map(({ pages }) => pages)).size).toBe(1)
  })
})
