import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createSamplePdf } from '../testing/pdf.ts'
import { createSamplePng } from '../testing/png.ts'
import { ApiError } from './api-error.ts'
import { fileKinds, fileKindsText, requireFileKind } from './file-kind.ts'

const office = 'application/vnd.openxmlformats-officedocument'

/** Builds a zip file with one uncompressed entry per name. Office files have this format. */
function aZip(parts: Record<string, string>): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(parts).map(([name, content]) => {
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(20, 4)
    header.writeUInt32LE(crc32(content), 14)
    header.writeUInt32LE(content.length, 18)
    header.writeUInt32LE(content.length, 22)
    header.writeUInt16LE(name.length, 26)
    return Buffer.concat([header, Buffer.from(name), Buffer.from(content)])
  })
  return new Uint8Array(Buffer.concat(entries))
}
const officeFile = (main: string) =>
  aZip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types><Override ContentType="${office}.${main}.main+xml"/></Types>`,
    'word/document.xml': '<x/>',
  })
const brand = (name: string) => new Uint8Array(Buffer.from(`\0\0\0\u0018ftyp${name}\0\0\0\0mif1${name}`, 'latin1'))

const contents: Record<string, Uint8Array<ArrayBuffer> | string> = {
  PDF: createSamplePdf('BT ET'),
  PNG: new Uint8Array(Buffer.from(createSamplePng().replace(/^.*,/, ''), 'base64')),
  JPEG: new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
  HEIC: brand('heic'),
  TIFF: new Uint8Array([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  DOCX: officeFile('wordprocessingml.document'),
  XLSX: officeFile('spreadsheetml.sheet'),
  TXT: 'Dear insurer, the water stood 2 < 3 feet high.\n',
  EML: 'Received: from mail.example.com\r\nFrom: Ada <ada@example.com>\r\nSubject: A survey\r\n\r\nSee below.\r\n',
  'Latin-1 text': new Uint8Array(Buffer.from('Señor Muñoz\n', 'latin1')),
  EXE: new Uint8Array(Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1')),
  HTML: '<!doctype html><script>alert(1)</script>',
  'HTML without a doctype': ' \n<script>alert(1)</script>',
  SVG: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  'SVG with a prolog': '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
  ZIP: aZip({ 'a.txt': 'a' }),
  GIF: 'GIF89a\x01\0\x01\0\0\0\0;',
  'zero bytes': new Uint8Array(40),
}

const getKind = (content: string, name: string, type = '') =>
  requireFileKind(new File([contents[content] ?? ''], name, { type }), 'survey').then(
    (kind) => kind.name,
    (problem) => {
      if (problem instanceof ApiError) return problem.message
      throw problem
    },
  )
const notTaken = 'survey: upload a PDF, PNG, JPEG, HEIC, TIFF, DOCX, XLSX, TXT, or EML file.'

describe('file type detection', () => {
  it.each(fileKinds.map((kind) => ({ ...kind, extension: kind.extensions[0] ?? '' })))(
    'accepts $name content if the file name and declared type match it or are missing [DOC-1]',
    async ({ name, mediaType, extensions }) => {
      for (const extension of extensions) expect(await getKind(name, `a file${extension.toUpperCase()}`)).toBe(name)
      expect(await getKind(name, `a${extensions[0]}`, mediaType)).toBe(name)
      expect(await getKind(name, `a${extensions[0]}`, 'application/octet-stream')).toBe(name)
      expect(await getKind(name, 'without an extension')).toBe(name)
    },
  )

  it.each([
    ['EXE', 'setup.exe'],
    ['EXE', 'setup.pdf'],
    ['HTML', 'page.html'],
    ['HTML', 'page.txt'],
    ['HTML without a doctype', 'page.txt'],
    ['SVG', 'drawing.svg'],
    ['SVG', 'drawing.txt'],
    ['SVG with a prolog', 'drawing.txt'],
    ['ZIP', 'archive.zip'],
    ['ZIP', 'archive.docx'],
    ['GIF', 'picture.gif'],
    ['zero bytes', 'notes.txt'],
  ])('rejects %s content with the file name %s', async (content, name) => {
    expect(await getKind(content, name)).toBe(notTaken)
  })

  it.each([
    ['TXT', 'page.html', ''],
    ['TXT', 'drawing.svg', ''],
    ['TXT', 'setup.exe', ''],
    ['TXT', 'letter.pdf', ''],
    ['TXT', 'letter.txt', 'application/pdf'],
    ['TXT', 'letter.eml', ''],
    ['PDF', 'letter.txt', ''],
    ['PDF', 'letter.pdf', 'text/html'],
    ['PNG', 'photo.jpg', 'image/jpeg'],
    ['DOCX', 'table.xlsx', ''],
  ])('rejects %s content with the file name %s and the declared type %j', async (content, name, type) => {
    expect(await getKind(content, name, type)).toBe(
      `survey: its content is ${content}, but its name or type is different.`,
    )
  })

  it('detects an email as EML or TXT by its file extension', async () => {
    expect([await getKind('EML', 'a.eml'), await getKind('EML', 'a.txt')]).toEqual(['EML', 'TXT'])
  })

  it('detects text in an older encoding as TXT', async () => {
    expect(await getKind('Latin-1 text', 'a.txt')).toBe('TXT')
  })

  it('returns the accepted file types for error messages', () => {
    expect(fileKindsText).toBe('PDF, PNG, JPEG, HEIC, TIFF, DOCX, XLSX, TXT, or EML')
  })
})
