import { SaxesParser } from 'saxes'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { ApiError } from '../http/api-error.ts'
import { createFileError, type FileRow } from './read-csv.ts'

// Maximum uncompressed size of a sheet. A workbook with 50,000 policies is far below this limit, and a zip bomb exceeds
// it.
const sheetBytesAtMost = 256 * 1024 * 1024
const stringsBytesAtMost = 64 * 1024 * 1024
const partsAtMost = 1000
const cellAtMost = 2000
/** Maximum number of columns of a file. */
export const columnsAtMost = 200
/** Maximum nesting depth of XML elements. The text of a cell is at depth seven. */
const depthAtMost = 32

const parts = ['xl/sharedStrings.xml', 'xl/worksheets/sheet1.xml'] as const

/** Returns the parts of the workbook to read: the shared strings and the first sheet. */
async function getParts(zip: ZipFile): Promise<Map<string, Entry>> {
  const found = new Map<string, Entry>()
  let count = 0
  for await (const entry of zip.eachEntry()) {
    if (++count > partsAtMost) throw createFileError('the file is not a workbook.')
    if ((parts as readonly string[]).includes(entry.fileName)) found.set(entry.fileName, entry)
  }
  return found
}

interface Watched {
  open: (name: string, attribute: (name: string) => string | undefined) => void
  close: (name: string) => void
  text: (text: string) => void
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)

/** Parses an XML part as its bytes arrive. Yields after each chunk so that the caller can take the results. */
async function* parseXml(zip: ZipFile, entry: Entry, bytesAtMost: number, watched: Watched): AsyncGenerator<void> {
  if (entry.uncompressedSize > bytesAtMost || !entry.canDecodeFileData())
    throw createFileError('the file is too large when uncompressed.')
  // Rejects DTDs. Workbooks do not contain them, and their entities could expand a small file into a large one.
  const parser = new SaxesParser()
  const attributes: { of: Record<string, string> } = { of: {} }
  parser.on('doctype', () => {
    throw createFileError('the file is not a workbook.')
  })
  parser.on('error', () => {
    throw createFileError('it is broken.')
  })
  let depth = 0
  parser.on('opentag', ({ name, attributes: given }) => {
    if (++depth > depthAtMost) throw createFileError('the file is not a workbook.')
    attributes.of = given as Record<string, string>
    watched.open(withoutPrefix(name), (wanted) => attributes.of[wanted])
  })
  parser.on('closetag', ({ name }) => {
    depth--
    watched.close(withoutPrefix(name))
  })
  parser.on('text', watched.text)
  parser.on('cdata', watched.text)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  // yauzl fails if a part is larger than its declared size.
  const stream = await zip.openReadStreamPromise(entry)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > bytesAtMost) throw createFileError('the file is too large when uncompressed.')
      parser.write(decoder.decode(chunk, { stream: true }))
      yield
    }
    parser.write(decoder.decode()).close()
    yield
  } finally {
    stream.destroy()
  }
}

/** Reads the shared strings, which are the texts that cells refer to. Call it before any cell is read. */
async function readStrings(zip: ZipFile, entry: Entry | undefined): Promise<string[]> {
  const strings: string[] = []
  if (!entry) return strings
  let text: string | undefined
  let isPhonetic = false
  let isText = false
  const watched: Watched = {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') isPhonetic = true
      isText = name === 't'
    },
    close: (name) => {
      if (name === 'rPh') isPhonetic = false
      if (name === 't') isText = false
      if (name !== 'si') return
      strings.push(text ?? '')
      text = undefined
    },
    text: (part) => {
      if (isText && !isPhonetic && text !== undefined && text.length <= cellAtMost) text += part
    },
  }
  for await (const _ of parseXml(zip, entry, stringsBytesAtMost, watched)) void _
  return strings
}

/** Returns the column index of a cell reference: `C12` becomes 2. */
const getColumn = (place: string): number =>
  [...(/^[A-Z]{1,3}/.exec(place)?.[0] ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** Formats a number as the spreadsheet displays it: `994.51`, not `994.50999999999999`. */
const formatNumber = (text: string) =>
  Number.isFinite(Number(text)) ? String(Number(Number(text).toPrecision(15))) : text

/** Returns the displayed text of a cell, depending on its type. If the cell contains a formula, returns the formula. */
function toCell(
  type: string | undefined,
  value: string,
  formula: string | undefined,
  strings: readonly string[],
): string {
  if (formula !== undefined) return `=${formula}`
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'inlineStr' || type === 'str' || type === 'e') return value
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  return value === '' ? '' : formatNumber(value)
}

/** The last row number in Excel. */
const lastRowNo = 1_048_576

/** Returns the number of the next row. Throws 422 if the rows are not in ascending order. */
function getNextRowNo(before: number, given: string | undefined): number {
  const rowNo = given === undefined ? before + 1 : Number(given)
  if (!Number.isInteger(rowNo) || rowNo <= before || rowNo > lastRowNo)
    throw createFileError('the rows are not in order.')
  return rowNo
}

/** Parses the rows of the first sheet and passes each complete row to `onRow`. */
function watchSheet(strings: readonly string[], onRow: (row: FileRow) => void): Watched {
  let row: FileRow = { rowNo: 0, cells: [] }
  let cell: { at: number; type: string | undefined; value: string; formula: string | undefined } | undefined
  let inside: 'value' | 'formula' | undefined
  return {
    open: (name, attribute) => {
      if (name === 'row') row = { rowNo: getNextRowNo(row.rowNo, attribute('r')), cells: [] }
      else if (name === 'c') {
        const at = getColumn(attribute('r') ?? '')
        cell = { at: at >= 0 ? at : row.cells.length, type: attribute('t'), value: '', formula: undefined }
        if (cell.at >= columnsAtMost) throw createFileError(`it has more than ${columnsAtMost} columns.`)
      } else if (cell && (name === 'v' || name === 't')) inside = 'value'
      else if (cell && name === 'f') {
        inside = 'formula'
        cell.formula = ''
      }
    },
    close: (name) => {
      if (name === 'v' || name === 't' || name === 'f') inside = undefined
      else if (name === 'c' && cell) {
        while (row.cells.length < cell.at) row.cells.push('')
        row.cells[cell.at] = toCell(cell.type, cell.value, cell.formula, strings).trim()
        cell = undefined
      } else if (name === 'row' && row.cells.some(Boolean)) onRow(row)
    },
    text: (part) => {
      if (!cell || !inside) return
      const grown = `${inside === 'value' ? cell.value : cell.formula}${part}`
      if (grown.length > cellAtMost)
        throw createFileError(`row ${row.rowNo}: a cell can have at most ${cellAtMost} characters.`)
      cell[inside] = grown
    },
  }
}

/**
 * Reads the rows of a workbook's first sheet on demand. Only the shared strings and one chunk of the sheet are in
 * memory. Throws 422 if the file is broken or too large when uncompressed.
 */
export async function* readXlsx(path: string): AsyncGenerator<FileRow> {
  const broken = (thrown: unknown) => (thrown instanceof ApiError ? thrown : createFileError('it is broken.'))
  const zip = await openPromise(path, { autoClose: false }).catch((thrown) => {
    throw broken(thrown)
  })
  try {
    const found = await getParts(zip)
    const sheet = found.get(parts[1])
    if (!sheet) throw createFileError('the workbook has no first sheet.')
    const strings = await readStrings(zip, found.get(parts[0]))
    const rows: FileRow[] = []
    for await (const _ of parseXml(
      zip,
      sheet,
      sheetBytesAtMost,
      watchSheet(strings, (row) => rows.push(row)),
    ))
      yield* rows.splice(0)
  } catch (thrown) {
    throw broken(thrown)
  } finally {
    zip.close()
  }
}
