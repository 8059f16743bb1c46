import { crc32 } from 'node:zlib'

interface ZipEntry {
  name: string
  content: Uint8Array
}

const utf8Names = 0x0800
/** January 1, 1980, the first date of the format, so that a repeated download has the same bytes. */
const earliestDate = 0x0021

/**
 * Writes the fields that both headers of an entry have. PDF documents are compressed already, so entries are stored as
 * they are.
 */
function writeEntryFields(header: Buffer, at: number, { name, content }: ZipEntry): void {
  header.writeUInt16LE(20, at)
  header.writeUInt16LE(utf8Names, at + 2)
  header.writeUInt16LE(earliestDate, at + 8)
  header.writeUInt32LE(crc32(content), at + 10)
  header.writeUInt32LE(content.length, at + 14)
  header.writeUInt32LE(content.length, at + 18)
  header.writeUInt16LE(Buffer.byteLength(name), at + 22)
}

/** Streams a ZIP file, so that only one entry is in memory at a time. */
export async function* createZipFile(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const entry of entries) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    writeEntryFields(local, 4, entry)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(20, 4)
    writeEntryFields(central, 6, entry)
    central.writeUInt32LE(offset, 42)
    const name = Buffer.from(entry.name)
    directory.push(Buffer.concat([central, name]))
    offset += local.length + name.length + entry.content.length
    yield Buffer.concat([local, name])
    yield entry.content
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  yield Buffer.concat([list, end])
}
