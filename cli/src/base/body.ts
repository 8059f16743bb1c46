import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { createUsageError } from './command-error.ts'
import type { Io } from './io.ts'
import { type OperationBody, wildcardFieldName } from './operation.ts'

/**
 * Builds a request body from `--body` and the flags of individual fields. Field flags override `--body`.
 *
 * @param whole JSON, `@file`, or `-` for stdin
 * @param fields keyed by API field name
 */
export async function buildBody(
  io: Io,
  body: OperationBody,
  whole: string | undefined,
  fields: Record<string, unknown>,
): Promise<unknown> {
  const base = whole === undefined ? undefined : parse(await getText(io, whole))
  if (base === undefined) requireFields(body, fields)
  if (Object.keys(fields).length > 0 && base !== undefined && !isObject(base))
    throw createUsageError('Fields can only be added to a body that is an object.')
  if (base !== undefined && !isObject(base)) return base
  const content = { ...base, ...fields }
  return body.media === 'multipart/form-data' ? toForm(body, content) : content
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function requireFields({ fields }: OperationBody, given: Record<string, unknown>): void {
  const missing = fields.filter(({ name, required }) => required && !(name in given)).map(({ flag }) => `--${flag}`)
  if (missing.length > 0) throw createUsageError(`The body is incomplete: add ${missing.join(', ')}, or --body.`)
  if (fields.length === 0) throw createUsageError('The body is missing. Use --body.')
}

async function getText(io: Io, whole: string): Promise<string> {
  if (whole === '-') return io.readStdin()
  if (!whole.startsWith('@')) return whole
  return (await getContent(whole.slice(1))).toString('utf8')
}

async function getContent(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch {
    throw createUsageError(`${path} cannot be read.`)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw createUsageError('--body is not valid JSON.')
  }
}

/** Builds the form data of a request. Reads the contents of the given file paths. */
async function toForm({ fields }: OperationBody, content: Record<string, unknown>): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries(content)) {
    const isFile = fields.some((field) => field.name === name && field.kind === 'file')
    for (const part of [value].flat()) {
      if (!isFile) form.append(name, typeof part === 'string' ? part : JSON.stringify(part))
      else if (name !== wildcardFieldName) form.append(name, await readUploadFile(String(part)))
      else {
        const { own, path } = parseNamedPath(String(part))
        form.append(own, await readUploadFile(path))
      }
    }
  }
  return form
}

/** Returns the file to upload, with its name on disk. Throws a usage error if the file cannot be read. */
export const readUploadFile = async (path: string) =>
  new File([Uint8Array.from(await getContent(path))], basename(path))

/**
 * Splits `survey=files/a.pdf` into the part name and the path. If only a path is given, the part name is the file name.
 */
function parseNamedPath(text: string): { own: string; path: string } {
  const [, own, path] = /^([^=/\\]+)=(.+)$/.exec(text) ?? []
  return own && path ? { own, path } : { own: basename(text), path: text }
}
