import { Zip, ZipPassThrough } from 'fflate'

interface ZipEntry {
  name: string
  content: Uint8Array
}

/**
 * The earliest date that the ZIP format supports. With a constant date, repeated downloads are identical byte for byte.
 */
const earliestDate = new Date(1980, 0, 1)

/**
 * Streams a ZIP file. Only one entry is in memory at a time. Entries are stored uncompressed: PDF documents are already
 * compressed.
 */
export async function* createZipFile(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for await (const { name, content } of entries) {
    const file = new ZipPassThrough(name)
    file.mtime = earliestDate
    zip.add(file)
    file.push(content, true)
    yield* chunks.splice(0)
  }
  zip.end()
  yield* chunks.splice(0)
}
