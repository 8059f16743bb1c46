import type { Tideline } from '@tideline/sdk'
import { CommandError, createUsageError } from './command-error.ts'
import type { Io } from './io.ts'
import type { Operation } from './operation.ts'
import { type OutputFormat, printResponse } from './output.ts'

const placesInList = new Set(['cursor', 'skip', 'range'])

/** Returns whether the operation returns a page of a list. */
export const isPagedOperation = ({ parameters, body }: Operation) =>
  [...parameters, ...(body?.fields ?? [])].some(({ name }) => placesInList.has(name))

interface Input {
  path: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

/** Prints all rows of a list, page by page. Prints JSON Lines immediately and other formats at the end. */
export async function printAllPages(
  io: Io,
  tideline: Tideline,
  operation: Operation,
  { path, query, body }: Input,
  { output, out }: { output?: OutputFormat; out?: string },
): Promise<void> {
  if (out) throw createUsageError('--all prints the rows. Redirect the output instead of using --out.')
  const given = Object.keys(query).find((name) => placesInList.has(name) || name === 'take')
  if (given) throw createUsageError(`--all starts at the first row and cannot be used with ${given}.`)
  const [{ pages }, operations] = await Promise.all([import('@tideline/sdk'), import('@tideline/sdk/operations')])
  const call = operations[operation.id as keyof typeof operations]
  if (!call) throw new CommandError(`${operation.id} is not an operation of the SDK.`)
  const rows: unknown[] = []
  for await (const row of pages(
    tideline,
    call as never,
    { path, query, ...(body === undefined ? {} : { body }) } as never,
    1000,
  ))
    if (output === 'jsonl') io.stdout.write(`${JSON.stringify(row)}\n`)
    else rows.push(row)
  if (output !== 'jsonl') await printResponse(io, rows, output)
}
