/**
 * `node tests/bench/documents.ts`: compares signing a document of ten pages with pdf-lib alone, which draws the same
 * signatures and the same record without tags, line breaks and hashes. Prints processor times and their ratio; asserts
 * nothing. BENCH_DOCUMENTS sets the number of documents.
 */
import { createRequire } from 'node:module'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { getFontFile } from '@tideline/api/providers/pdf/fonts.ts'
import { type SignatureStamp, type SigningRecordContent, stampPdf } from '@tideline/api/providers/pdf/stamp.ts'
import { print, root } from './book.ts'
import { median } from './measure.ts'
import { record } from './measurements.ts'

const requireFromApi = createRequire(join(root, 'api/package.json'))
interface Page {
  drawText: (text: string, options: { x: number; y: number; size: number; font: unknown }) => void
}
interface Pdf {
  registerFontkit: (fontkit: unknown) => void
  embedFont: (bytes: Uint8Array, options: { subset: boolean }) => Promise<unknown>
  addPage: (size: [number, number]) => Page
  getPage: (index: number) => Page
  save: () => Promise<Uint8Array>
}
const { PDFDocument } = requireFromApi('@cantoo/pdf-lib') as {
  PDFDocument: {
    create: () => Promise<Pdf>
    load: (bytes: Uint8Array, options: { updateMetadata: boolean }) => Promise<Pdf>
  }
}
const fontkit = requireFromApi('@cantoo/fontkit') as unknown

const documents = Number(process.env.BENCH_DOCUMENTS ?? 30)
const pages = 10
const lines = 40

const stamps: SignatureStamp[] = Array.from({ length: pages }, (_, index) => ({
  ...{ page: index + 1, x: 72, y: 90, width: 200, height: 50 },
  ...{ name: 'Marina Sample', signedAt: 'November 20, 2026, 10:04 AM ET' },
}))
const signingRecord: SigningRecordContent = {
  documentName: 'Policy packet',
  reference: 'RFL3000101',
  events: stamps.map(({ page }) => ({
    at: 'November 20, 2026, 10:04 AM ET',
    what: `Signed page ${page}`,
    ...{ who: 'Marina Sample', how: 'Link sent by email', from: '203.0.113.7' },
  })),
}

async function createPacket(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.registerFontkit(fontkit)
  const font = await pdf.embedFont(getFontFile('regular'), { subset: true })
  for (let number = 1; number <= pages; number++) {
    const page = pdf.addPage([612, 792])
    for (let line = 0; line < lines; line++)
      page.drawText(`Page ${number}, line ${line}: coverage of the insured building and its contents.`, {
        ...{ x: 54, y: 730 - 14 * line, size: 10, font },
      })
  }
  return pdf.save()
}

async function signWithPdfLib(bytes: Uint8Array): Promise<void> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  pdf.registerFontkit(fontkit)
  const [regular, script] = [
    await pdf.embedFont(getFontFile('regular'), { subset: true }),
    await pdf.embedFont(getFontFile('script'), { subset: true }),
  ]
  for (const { page, x, y, name, signedAt } of stamps) {
    pdf.getPage(page - 1).drawText(name, { x, y: y + 20, size: 20, font: script })
    pdf.getPage(page - 1).drawText(`${name}, ${signedAt}`, { x, y: y + 4, size: 7, font: regular })
  }
  const last = pdf.addPage([612, 792])
  signingRecord.events.forEach((event, index) => {
    Object.values(event).forEach((text, column) => {
      last.drawText(text, { x: 54 + 100 * column, y: 700 - 20 * index, size: 8, font: regular })
    })
  })
  await pdf.save()
}

/** Returns the processor time in milliseconds. */
async function measure(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const packet = await createPacket()
const times: { own: number; bare: number }[] = []
for (let number = 0; number < documents; number++) {
  const own = await measure(() => stampPdf(packet, stamps, signingRecord))
  times.push({ own, bare: await measure(() => signWithPdfLib(packet)) })
}
// The first documents warm up the compiler.
const warm = times.slice(Math.floor(documents / 5))
const [own, bare] = [median(warm.map(({ own }) => own)), median(warm.map(({ bare }) => bare))]
print(
  `\nsigning a packet of ${pages} pages, ${documents} documents, load ${loadavg()[0]?.toFixed(1)}; median processor time`,
)
print(`Tideline   ${own.toFixed(1)} ms`)
print(`pdf-lib    ${bare.toFixed(1)} ms`)
print(`Tideline / pdf-lib   ${(own / bare).toFixed(2)} (goal: at most 1.5)`)
record('signed packet / pdf-lib', own / bare, 'ratio', { atMost: 1.5 })
