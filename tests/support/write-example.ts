import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { parseDocument, stringify } from 'yaml'

const openapi = join(dirname(createRequire(import.meta.url).resolve('@tideline/openapi/bundle.json')), '..')

const getFile = (operationId: string) =>
  readdirSync(join(openapi, 'paths'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(`/${operationId}.yaml`))
    .map((name) => join(openapi, 'paths', name))[0]

/** Replaces the value of an operation's example in its file. The rest of the file stays as written. */
export function writeExample(operationId: string, type: string, name: string, value: unknown): void {
  const file = getFile(operationId)
  if (!file) throw new Error(`No file has the operation ${operationId}`)
  const place = ['responses', '200', 'content', type, 'examples', name]
  const reference = parseDocument(readFileSync(file, 'utf8')).getIn([...place, '$ref'])
  if (typeof reference === 'string') put(resolve(dirname(file), reference), [], value)
  else put(file, place, value)
}

function put(file: string, place: string[], value: unknown) {
  const source = readFileSync(file, 'utf8')
  const [start, end] = (parseDocument(source).getIn([...place, 'value'], true) as { range: [number, number] }).range
  // The value starts on the line after its key and ends with the line break of its last line.
  const from = source.lastIndexOf('value:', start) + 'value:'.length
  const indent = ' '.repeat(from - 'value:'.length - source.lastIndexOf('\n', from - 1) + 1)
  const text = stringify(value, { lineWidth: 0, version: '1.1' })
    .trimEnd()
    .split('\n')
    .map((line) => indent + line)
    .join('\n')
  writeFileSync(file, `${source.slice(0, from)}\n${text}\n${source.slice(end).replace(/^\n/, '')}`)
}
