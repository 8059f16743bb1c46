import { Zip, ZipPassThrough } from 'fflate'

interface ZipEntry {
  name: string
  content: Uint8Array
}

/** The earliest date that the ZIP format supports. It is constant so that a repeated download has the same bytes. */
const earliestDate = new Date(1980, 0, 1)

/**
 * Streams a ZIP file so that only one entry is in memory at a time. Entries are not compressed because PDF documents
 * already are.
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
