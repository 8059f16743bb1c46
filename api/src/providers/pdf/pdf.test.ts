import { createHash } from 'node:crypto'
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib'
import { afterAll, describe, expect, test } from 'vitest'
import { addMonths } from '../../calendar/days.ts'
import { getPdfLines } from '../../documents/pdf-lines.ts'
import { getStructureElements } from '../../testing/pdf-structure.ts'
import { replaceMissingLetters } from './fonts.ts'
import { createPdfProvider } from './pdf.ts'
import type { PolicyDocumentData } from './policy-documents.ts'
import type { SignatureStamp } from './stamp.ts'

const pdf = createPdfProvider()
afterAll(() => pdf.close())

const facts: PolicyDocumentData = {
  policyNo: 'RFL3000101',
  productName: 'Residential Flood',
  insuredName: 'Marina Sample',
  mailingAddress: '1200 Bayshore Demo Blvd, Tampa, FL 33606',
  propertyAddress: '1200 Bayshore Demo Blvd, Tampa, FL 33606',
  agencyName: 'Harborview Insurance Group',
  agencyNo: '100100',
  agencyPhone: '(813) 555-0100',
  insurer: { name: 'Tideline', phone: '(800) 555-0199' },
  inceptionDate: '2026-12-15',
  expirationDate: '2027-12-15',
  property: [
    ['Year built', '1998'],
    ['Flood zone', 'AE'],
  ],
  coverages: [
    { name: 'A Building', effectiveDate: '2026-12-15', limit: 35000000, premiumCents: 90000 },
    { name: 'B Contents', effectiveDate: '2026-12-15', limit: 10000000, premiumCents: 28000 },
    { name: 'C Pollution', effectiveDate: '2026-12-15', limit: 1000000, premiumCents: 0 },
    { name: 'L Jewelry', effectiveDate: '2026-12-15', limit: 'No', premiumCents: 0 },
  ],
  deductibles: [
    { effectiveDate: '2026-12-15', cents: 500000 },
    { effectiveDate: '2027-02-01', cents: 1000000 },
  ],
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

/** Returns the text of all pages. */
const getText = async (bytes: Uint8Array) => (await getPdfLines(new Uint8Array(bytes))).join(' ')

/** A PNG image of one black pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

describe('PDF documents', () => {
  test('show parties, coverages, amounts and dates on the declarations page', async () => {
    const { bytes, pages, placements } = await pdf.declarationsPage(facts)
    const words = await getText(bytes)
    for (const part of [
      'RFL3000101',
      'Marina Sample',
      '(100100), (813) 555-0100',
      'Tideline, (800) 555-0199',
      '12/15/2026',
      'A Building 12/15/2026 $350,000 $900.00',
      'C Pollution 12/15/2026 $10,000 Included',
      'L Jewelry 12/15/2026 No –',
      'Deductible 12/15/2026 $5,000 – Deductible 02/01/2027 $10,000 –',
      '$1,317.75',
      'Mortgagee First Sample Bank',
      'issued 11/20/2026',
    ]) {
      expect(words).toContain(part)
    }
    expect([pages, placements]).toEqual([1, []])
  })

  test.each(['policyAgreement', 'declarationsPage'] as const)(
    'show the monthly payment schedule in %s, with a one-page declarations page (DOC-10)',
    async (kind) => {
      const installments = Array.from({ length: 12 }, (_, index) => ({
        ...{ dueDate: addMonths('2026-12-15', index), amountCents: index === 11 ? 10_984 : 10_981 },
      }))
      const { bytes, pages } = await pdf[kind]({ ...facts, installments }, [...both])
      const words = await getText(bytes)
      for (const part of ['Payment schedule', 'Due 12/15/2026 $109.81', 'Due 11/15/2027 $109.84'])
        expect(words).toContain(part)
      if (kind === 'declarationsPage') expect(pages).toBe(1)
      expect(await getText((await pdf[kind](facts, [...both])).bytes)).not.toContain('Payment schedule')
    },
  )

  test('are byte-for-byte identical for identical data', async () => {
    expect((await pdf.policyAgreement(facts, [...both])).sha256).toBe(
      (await pdf.policyAgreement(facts, [...both])).sha256,
    )
  })

  test.each(['policyApplication', 'policyAgreement'] as const)(
    'keep the signature box of each signer within the page in %s',
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

  test('continue long content on additional numbered pages', async () => {
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
    expect(await getText(bytes)).toContain(`Page ${pages} of ${pages}`)
  })

  test('print the payment page URL next to its QR code in a letter [EML-5]', async () => {
    const payUrl = 'https://tideline.example.com/policyholder/policies/RFL3000101/pay'
    const letter = { title: 'Notice', reference: 'Policy RFL3000101', facts: [], paragraphs: ['Please pay.'] }
    const render = (more: object) => pdf.notice({ ...letter, ...more, signers: [], issuedAt: facts.issuedAt })
    const [plain, payable] = [await render({}), await render({ payUrl })]
    expect((await getText(payable.bytes)).replaceAll(/\s/g, '')).toContain(payUrl)
    expect(await getText(plain.bytes)).not.toContain('Pay online')
    // The QR code of this URL has several hundred dark modules.
    expect(payable.bytes.length - plain.bytes.length).toBeGreaterThan(500)
    expect(payable.pages).toBe(1)
  })

  test('show the total amount including the fee on the receipt', async () => {
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
      balanceCents: 65888,
      issuedAt: facts.issuedAt,
    })
    expect(await getText(bytes)).toContain('$1,356.27')
    expect(await getText(bytes)).toContain('Balance due after this payment $658.88')
  })

  test('print accented names and replace characters missing from the font', async () => {
    expect(replaceMissingLetters('Łukasz Žižek, José, Đorđe, 李')).toBe('Łukasz Žižek, José, Đorđe, ?')
    expect(replaceMissingLetters('Łucja Ğ. Ñandú 李', 'script')).toBe('Lucja G. Ñandú ?')
    const { bytes } = await pdf.declarationsPage({ ...facts, insuredName: 'Łukasz Đorđević' })
    expect(await getText(bytes)).toContain('Łukasz Đorđević')
  })
})

describe('signed PDF documents', () => {
  const stampsFor = async () => {
    const { bytes, placements, pages } = await pdf.policyAgreement(facts, [...both])
    const stamps: SignatureStamp[] = placements.map((box) => ({
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

  test('contain the signatures, the signer names and the signing record', async () => {
    const { bytes, stamps, pages } = await stampsFor()
    const before = createHash('sha256').update(bytes).digest('hex')
    const stamped = await pdf.stampSignatures(bytes, stamps, audit)
    expect(stamped.sha256).toBe(createHash('sha256').update(stamped.bytes).digest('hex'))
    expect(stamped.sha256).not.toBe(before)
    expect(stamped.pages).toBe(pages + 2)
    const words = await getText(stamped.bytes)
    for (const part of ['Ada Agent', 'Signature record', 'consented', 'Code to email on file', before])
      expect(words).toContain(part)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(before)
  })

  test('tag signatures and the signing record for screen readers', async () => {
    const { bytes, stamps } = await stampsFor()
    // Signs in two steps, like the two parties do.
    const first = await pdf.stampSignatures(bytes, stamps.slice(0, 1))
    const stamped = await PDFDocument.load((await pdf.stampSignatures(first.bytes, stamps.slice(1), audit)).bytes)
    const spoken = getStructureElements(stamped).filter(({ tag }) => ['Div', 'Figure', 'H1', 'P'].includes(tag))
    const places = spoken.flatMap(({ tag }, at) => (tag === 'Figure' ? [spoken.slice(at - 1, at + 2)] : []))
    // Screen readers read each signature inside its box, before the signer's caption.
    expect(places.map((place) => place.map(({ tag }) => tag))).toEqual(stamps.map(() => ['Div', 'Figure', 'P']))
    expect(places.map(([, figure]) => figure?.alt)).toEqual([
      'Signed by Ada Agent, 11/20/2026, 10:00 AM Eastern',
      ...stamps.slice(1).map(() => 'Signed by Łucja Ğ. 李, 11/20/2026, 10:00 AM Eastern'),
    ])
    expect(spoken.filter(({ tag }) => tag === 'H1')).toHaveLength(2)
    const root = stamped.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)
    const numbers = root.lookup(PDFName.of('ParentTree'), PDFDict).lookup(PDFName.of('Nums'), PDFArray)
    for (const page of stamped.getPages()) {
      const key = page.node.lookup(PDFName.of('StructParents'), PDFNumber).asNumber()
      const at = numbers.asArray().findIndex((one, place) => place % 2 === 0 && (one as PDFNumber).asNumber() === key)
      const elements = numbers.lookup(at + 1, PDFArray)
      // Each mark on the page belongs to an element of the same page.
      for (let mark = 0; mark < elements.size(); mark++)
        expect(elements.lookup(mark, PDFDict).get(PDFName.of('Pg'))).toBe(page.ref)
    }
  })

  test('cannot be created if a signature refers to a missing page', async () => {
    const { bytes, stamps } = await stampsFor()
    const astray = stamps.map((stamp) => ({ ...stamp, page: 9 }))
    await expect(pdf.stampSignatures(bytes, astray)).rejects.toThrow('no page 9')
  })

  test('are stamped in parallel in worker threads', async () => {
    const { bytes, stamps } = await stampsFor()
    const all = await Promise.all(Array.from({ length: 8 }, () => pdf.stampSignatures(bytes, stamps, audit)))
    expect(new Set(all.map(({ pages }) => pages)).size).toBe(1)
  })
})
