import { writeFile } from 'node:fs/promises'
import type { Tideline } from '@tideline/sdk'
import type { Operation } from './operation.ts'

interface Input {
  path: Record<string, unknown>
  query: Record<string, unknown>
  headers: Record<string, unknown>
  body: unknown
}

const isJson = ({ contentType }: Operation) => contentType === 'application/json'
const isText = ({ contentType }: Operation) => contentType.startsWith('text/')

/** Returns whether the response is a file. Terminals cannot display files, which are neither JSON nor text. */
export const isFileResponse = (operation: Operation) =>
  operation.contentType !== '' && !isJson(operation) && !isText(operation)

/**
 * Calls an operation. Returns a value for JSON, a string for text, and bytes for a file, with the version of a resource
 * that can be edited.
 */
export async function callOperation(
  client: Tideline['client'],
  operation: Operation,
  input: Input,
): Promise<{ data: unknown; version: string | undefined }> {
  const isForm = input.body instanceof FormData
  const { data, response } = await client.request({
    method: operation.method,
    url: operation.path,
    path: input.path,
    query: input.query,
    headers: {
      // For a form, fetch sets this header, because only fetch knows the boundary.
      'Content-Type': isForm || input.body === undefined ? null : 'application/json',
      ...Object.fromEntries(Object.entries(input.headers).map(([name, value]) => [name, String(value)])),
    },
    ...(input.body === undefined ? {} : { body: input.body }),
    ...(isForm ? { bodySerializer: null } : {}),
    ...(operation.isOpen ? {} : { security: [{ type: 'http' as const, scheme: 'bearer' as const }] }),
    parseAs: isJson(operation) ? 'json' : isText(operation) ? 'text' : 'arrayBuffer',
    throwOnError: true,
  })
  return {
    data: data instanceof ArrayBuffer ? new Uint8Array(data) : data,
    // Without quotation marks, which shells remove. The API accepts both.
    version: response.headers.get('etag')?.replace(/^W\//, '').replaceAll('"', ''),
  }
}

/** Writes a response to a file. JSON is indented. */
export const saveResponse = (file: string, response: unknown) =>
  writeFile(
    file,
    typeof response === 'string' || response instanceof Uint8Array
      ? response
      : `${JSON.stringify(response, null, 2)}\n`,
  )
