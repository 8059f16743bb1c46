import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { signAccessToken, verifyAccessToken } from '@tideline/api/accounts/access-token.ts'
import { generateApiKey, getKeyPrefix } from '@tideline/api/credentials/key-format.ts'
import { getPdfLines } from '@tideline/api/documents/pdf-lines.ts'
import { requireFileKind } from '@tideline/api/http/file-kind.ts'
import { ReceivedFile, receiveForm } from '@tideline/api/http/receive-files.ts'
import { columnNames } from '@tideline/api/imports/columns.ts'
import { readFile } from '@tideline/api/imports/read-file.ts'
import { decryptLinkToken, encryptLinkToken } from '@tideline/api/link-tokens/link-token.ts'
import { parseBai } from '@tideline/api/lockbox/parse-bai.ts'
import { parseCsv } from '@tideline/api/lockbox/parse-csv.ts'
import { createPdfProvider } from '@tideline/api/providers/pdf/pdf.ts'
import { parseSignatureImage } from '@tideline/api/signing/signature-image.ts'
import { createSamplePng } from '@tideline/api/testing/png.ts'
import { createWorkbook } from '@tideline/api/testing/xlsx.ts'
import { validateLogo } from '@tideline/api/widgets/widget.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { expectNoCrash } from './malformed.ts'

const folder = await mkdtemp(join(tmpdir(), 'tideline-malformed-'))
afterAll(() => rm(folder, { recursive: true }))

const now = new Date('2026-11-20T12:00:00Z')
const key = new Uint8Array(32).fill(7)
const asText = (input: Uint8Array) => new TextDecoder().decode(input)

const lockboxCsv = [
  'lockbox,depositDate,batch,item,amount,checkNo,remitter,reference',
  '5550100,2026-11-19,1,1,1317.75,1042,"Sample, Marina",RFL3000101',
  '5550100,2026-11-19,1,2,250.00,77,Jordan Sample,RXS3000102',
  '5550100,2026-11-19,1,total,1567.75,2,,',
  '5550100,2026-11-19,total,,1567.75,2,,',
  'total,,,,1567.75,2,,',
].join('\n')
const lockboxBai = [
  `1${' '.repeat(22)}2611190600`,
  '2',
  '50010015550100261119',
  `6001001${'131775'.padStart(10, '0')}${'0'.repeat(19)}${'1042'.padStart(10, '0')}`,
  `40010016011${'RFL3000101'.padEnd(20)}${'Marina Sample'.padEnd(49)}`,
  '7001   55501002611190010000131775',
  '8      555010026111900010000131775',
  '9000008',
].join('\n')
const importRows = [
  [...columnNames],
  columnNames.map((name) => `value of ${name}`),
  columnNames.map((_, at) => String(at)),
]

/** Receives the input as a form and returns the received parts. */
async function receive(input: Uint8Array) {
  const request = new Request('http://localhost', {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=limit' },
  })
  const limits = { files: 2, fileBytes: 4096 }
  const { remove } = await receiveForm(request, Readable.from([Buffer.from(input)]), limits, folder)
  await remove()
}

/** Reads the input as the file of a bulk import and returns the number of rows. */
async function countImportRows(input: Uint8Array) {
  const path = join(folder, 'rows')
  await writeFile(path, input)
  const file = new ReceivedFile(new Blob([]), { name: 'rows.csv', type: 'text/csv', path, sha256: '' })
  let rows = 0
  for await (const _ of readFile({ file })) rows++
  return rows
}

const form = [
  '--limit\r\nContent-Disposition: form-data; name="docType"\r\n\r\n4',
  '--limit\r\nContent-Disposition: form-data; name="files"; filename="letter.txt"\r\nContent-Type: text/plain\r\n\r\nHello',
  '--limit--\r\n',
].join('\r\n')

const pdf = createPdfProvider()
const notice = await pdf.notice({
  title: 'Notice',
  reference: 'Policy RFL3000101',
  facts: [['Policy number', 'RFL3000101']],
  paragraphs: ['A paragraph.'],
  signers: [],
  issuedAt: now,
})
const png = Buffer.from(createSamplePng().split(',')[1] ?? '', 'base64')
const toDataUrl = (input: Uint8Array) => `data:image/png;base64,${Buffer.from(input).toString('base64')}`
const accessToken = await signAccessToken(key, '0b0fc1a2-6b0e-4b41-9f4e-0d5a2f1c9a11', now)
const linkToken = await encryptLinkToken(key, { kind: 'deeplink', id: 'one', policyNo: 'RFL3000101' }, now)

/** The parsers, valid samples of their input, and the number of damaged samples in `pnpm trust`. */
const parsers: [
  name: string,
  samples: (Uint8Array | string)[],
  count: number,
  parse: (input: Uint8Array) => unknown,
][] = [
  ['lockbox files in CSV', [lockboxCsv], 100_000, (input) => parseCsv(asText(input))],
  ['fixed-width lockbox files', [lockboxBai], 300_000, (input) => parseBai(asText(input))],
  ['import files in CSV', [importRows.map((row) => row.join(',')).join('\n')], 40_000, countImportRows],
  ['import workbooks', [createWorkbook(importRows)], 20_000, countImportRows],
  ['forms', [form], 40_000, receive],
  ['drawn signatures', [png], 200_000, (input) => parseSignatureImage(toDataUrl(input))],
  ['logos', [toDataUrl(png)], 150_000, (input) => validateLogo(asText(input))],
  [
    'file types',
    [png, notice.bytes, form, 'From: a@example.com\r\n\r\nHello'],
    40_000,
    (input) => requireFileKind(new File([new Uint8Array(input)], 'file.pdf'), 'files'),
  ],
  ['access tokens', [accessToken], 40_000, (input) => verifyAccessToken(key, asText(input), now)],
  ['link tokens', [linkToken], 40_000, (input) => decryptLinkToken(key, asText(input), now)],
  ['API keys', [generateApiKey('test').text], 40_000, (input) => getKeyPrefix(asText(input))],
]

describe('damaged input', () => {
  it.each(parsers)(
    'is accepted or rejected with a 4xx error, but never crashes the parser of %s',
    (_, samples, count, parse) => expectNoCrash(samples, count, parse),
    600_000,
  )

  // pdf.js rejects damaged files with errors of many types. The upload catches all of them in its thread.
  it('never hangs the PDF reader', async () => {
    const readable = await getPdfLines(new Uint8Array(notice.bytes))
    expect(readable.join(' ')).toContain('RFL3000101')
    // Reading a document takes about 8 ms of processor time, so the number is limited to five minutes.
    await expectNoCrash([notice.bytes], 40_000, (input) => getPdfLines(new Uint8Array(input)).catch(() => []))
  }, 1_800_000)

  it('is parsed in constant memory', async () => {
    const before = process.memoryUsage().rss
    await expectNoCrash([lockboxCsv], 20_000, (input) => parseCsv(asText(input)))
    expect(process.memoryUsage().rss - before).toBeLessThan(256 * 1024 * 1024)
  })
})
