import { deflateSync } from 'node:zlib'

/** Creates a one-page PDF file with content that is compressed the given number of times. */
export function createSamplePdf(content: string | Uint8Array, { layers = 1 } = {}): Uint8Array<ArrayBuffer> {
  let packed = Buffer.from(content)
  for (let layer = 0; layer < layers; layer++) packed = deflateSync(packed, { level: 9 })
  const filters = '/FlateDecode '.repeat(layers)
  const objects = [
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>endobj',
    '4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
    `5 0 obj<</Length ${packed.length}/Filter[${filters}]>>stream`,
  ]
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(`%PDF-1.4\n${objects.join('\n')}\n`),
      packed,
      Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
    ]),
  )
}

/** Creates a small PDF file that takes minutes to read. One stream has hundreds of thousands of operators. */
export const createTextBomb = (operators = 400_000) =>
  createSamplePdf('BT /F1 1 Tf (aaaaaaaaaaaaaaaa) Tj ET\n'.repeat(operators))

/** Creates a PDF file of a few kilobytes that exceeds a reader's memory limit after it is decompressed twice. */
export const createDeflateBomb = (megabytes = 200) =>
  createSamplePdf(Buffer.alloc(megabytes * 1024 * 1024, ' '), { layers: 2 })
