import { createReadStream } from 'node:fs'
import { Transform } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { createUnprocessableError } from '../http/api-error.ts'

/** Returns the error that rejects the whole file. */
export const createFileError = (rule: string) => createUnprocessableError('invalid_file', `file: ${rule}`, 'file')

/** Maximum size of a row. No valid row is longer. */
const maxRowBytes = 64 * 1024

/** Creates a stream that decodes UTF-8. Throws 422 if the text has another encoding or contains NUL characters. */
function utf8() {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Buffer) => {
    try {
      const text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
      return text.includes('\0') ? createFileError('it contains the character NUL (U+0000).') : text
    } catch {
      return createFileError('its text is not UTF-8. Save it as "CSV UTF-8".')
    }
  }
  const push = (outcome: string | Error, done: (error: Error | null, text?: string) => void) =>
    typeof outcome === 'string' ? done(null, outcome) : done(outcome)
  return new Transform({
    decodeStrings: true,
    encoding: 'utf8',
    transform: (chunk: Buffer, _encoding, done) => push(decode(chunk), done),
    flush: (done) => push(decode(), done),
  })
}

/** A row of a file: its number (the header is row 1) and its cells as text. */
export interface FileRow {
  rowNo: number
  cells: string[]
}

/** Reads the rows of a CSV file on demand. Throws 422 if the file is not a valid CSV file. */
export async function* readCsv(path: string): AsyncGenerator<FileRow> {
  const source = createReadStream(path)
  const text = utf8()
  const parser = parse({
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    bom: true,
    max_record_size: maxRowBytes,
  })
  source.on('error', (error) => text.destroy(error))
  text.on('error', (error) => parser.destroy(error))
  source.pipe(text).pipe(parser)
  let rowNo = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) yield { rowNo: ++rowNo, cells }
  } catch (thrown) {
    if (thrown instanceof CsvError) throw createFileError(`line ${rowNo + 1}: ${getSentence(thrown)}`)
    throw thrown
  } finally {
    source.destroy()
    text.destroy()
    parser.destroy()
  }
}

const getSentence = ({ code }: CsvError) =>
  code === 'CSV_MAX_RECORD_SIZE'
    ? 'a row can have at most 64 kB.'
    : code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'a quotation mark is not closed.'
      : 'its quotation marks do not match.'
