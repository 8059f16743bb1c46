import { crc32, deflateRawSync } from 'node:zlib'

/** Creates a minimal zip archive with the given files. */
export function createZip(parts: Record<string, string | Buffer>): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(content), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(content.length, 18)
    head.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, rest, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(centrals.length, 4)
  end.writeUInt16LE(centrals.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}

const type =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'
const letters = (text: string) =>
  text.replace(/[&<>]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[one] ?? '')

/**
 * Creates a workbook whose first sheet has these rows. A cell that starts with `=` is a formula. Numbers are stored as
 * numbers.
 */
export function createWorkbook(rows: readonly (readonly (string | number)[])[]): Buffer {
  const strings: string[] = []
  const cell = (value: string | number) => {
    if (typeof value === 'number') return `<c><v>${value}</v></c>`
    if (value.startsWith('=')) return `<c><f>${letters(value.slice(1))}</f><v>2</v></c>`
    return `<c t="s"><v>${strings.push(value) - 1}</v></c>`
  }
  const sheet = rows.map((row, at) => `<row r="${at + 1}">${row.map(cell).join('')}</row>`).join('')
  return createZip({
    '[Content_Types].xml': type,
    'xl/workbook.xml': '<workbook/>',
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${letters(text)}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  })
}
