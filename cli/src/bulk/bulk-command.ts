import { writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { Tideline } from '@tideline/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import {
  CommandError,
  createNotLoggedInError,
  createUsageError,
  getErrorMessage,
  isTidelineError,
} from '../base/command-error.ts'
import { printResponse, toCsv } from '../base/output.ts'
import { createRenewingClient, type Deps, type GlobalOptions, getSessionApiUrl } from '../base/session.ts'
import { RunJournal } from './journal.ts'
import { createProgress } from './progress.ts'
import { type BulkColumn, type BulkRow, getColumnFlag, readBulkRows } from './rows.ts'

type Operations = typeof import('@tideline/sdk/operations')
type Taken<Name extends keyof Operations> = Parameters<Operations[Name]>[0]
type ResponseData<Name extends keyof Operations> = Extract<
  Awaited<ReturnType<Operations[Name]>>,
  { data: unknown }
>['data']

/** Requires `supportsDryRun` if the operation accepts the `Dry-Run` header, and forbids it otherwise. */
type Headers<Name extends keyof Operations> = Taken<Name> extends { headers?: infer Known } ? Known : never
type Trial<Name extends keyof Operations> = 'Dry-Run' extends keyof NonNullable<Headers<Name>>
  ? { supportsDryRun: true }
  : { supportsDryRun?: never }

/**
 * A command that runs one operation on many rows. Each file in `commands/bulk/` defines one command and is found
 * automatically.
 */
export type BulkCommand<Name extends keyof Operations = keyof Operations> = Trial<Name> & {
  /** The command that users enter, for example `policies non-renew`. */
  name: `${string} ${string}`
  summary: string
  /** Returns the confirmation message for a number of rows: "12 policies will not be renewed." */
  consequence: (count: number) => string
  /** The name of the column that identifies a row. */
  id: string
  columns?: Readonly<Record<string, BulkColumn>>
  /** The operation that is called for each row. */
  operation: Name
  /**
   * Returns the operation's input for a row, without the idempotency key.
   *
   * @throws {Failure} if the row is invalid
   */
  input: (row: BulkRow, tideline: Tideline) => Taken<Name> | Promise<Taken<Name>>
  /**
   * Set to false if the operation does not accept an `Idempotency-Key`. Rows without a response are then never retried,
   * since a retry could repeat the operation.
   */
  takesKey?: false
  /** Returns the fields to print next to the row's ID. Waits for any background work that the operation started. */
  shown?: (
    response: ResponseData<Name>,
    row: BulkRow,
    tideline: Tideline,
    run: { isDryRun: boolean },
  ) => Record<string, unknown> | Promise<Record<string, unknown>>
}

/** Defines a bulk command with the types of its operation. */
export const defineBulkCommand = <Name extends keyof Operations>(command: BulkCommand<Name>) =>
  command as unknown as BulkCommand

interface Options extends GlobalOptions {
  file?: string
  dryRun?: true
  yes?: true
  concurrency: number
  rate?: number
  journal?: string
  resume?: string
  failures?: string
}

type Outcome = { outcome: 'done' | 'failed' | 'not tried' } & Record<string, unknown>

/** Prints a result immediately if the output format is JSON Lines. */
const printLine = ({ io }: Deps, { output }: GlobalOptions, outcome: Record<string, unknown>): void => {
  if (output === 'jsonl') io.stdout.write(`${JSON.stringify(outcome)}\n`)
}

/** Returns machine-readable details of a failure: a one-line message, the server's error code and the request ID. */
const problemFields = (problem: unknown) => ({
  message: getErrorMessage(problem).replaceAll(/\s*\n\s*/g, ' '),
  ...(isTidelineError(problem) && { code: problem.code, requestId: problem.requestId }),
})

/**
 * Lifetime of an idempotency key, in milliseconds. The server stores keys for 24 hours; one hour is subtracted for
 * clock differences.
 */
const keyLifetimeMs = 23 * 3_600_000

const parseWholeNumber = (most: number) => (text: string) => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new InvalidArgumentError(`A whole number from 1 to ${most}.`)
  return value
}

/** Formats a count with its noun: `1 policy`, `2 policies`. */
export const formatCount = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

/** Adds a bulk command to its noun, with the flags of all bulk commands. */
export function addBulkCommand(noun: Command, deps: Deps, bulk: BulkCommand): void {
  const command = noun
    .command(bulk.name.split(' ')[1] ?? '')
    .summary(bulk.summary)
    .argument(`[${bulk.id}...]`, 'one or more; use - to read from stdin: one ID per line, CSV or JSON lines')
    .option('--file <file>', `CSV with a column ${bulk.id}, or JSON lines`)
    .option(
      '--dry-run',
      bulk.supportsDryRun
        ? 'show the result of each row without changing anything'
        : 'check and show the rows without changing anything',
    )
    .option('--yes', 'do not ask before it begins')
    .option('--concurrency <count>', 'how many at a time', parseWholeNumber(32), 4)
    .option('--rate <count>', 'how many a second at most', parseWholeNumber(1000))
    .option('--journal <file>', 'journal file of the run (default: a new file in this folder)')
    .option('--resume <journal>', 'continue a run from its journal; completed rows are skipped')
    .option('--failures <file>', 'CSV file for failed rows; correct them and pass the file to --file')
  for (const [name, { about, required }] of Object.entries(bulk.columns ?? {}))
    command.option(`--${getColumnFlag(name)} <${name}>`, `${about} (${required ? 'required, ' : ''}or column ${name})`)
  command.action((ids: string[], _, self: Command) =>
    runBulk(deps, bulk, ids, self.optsWithGlobals<Options & BulkRow>()),
  )
}

async function runBulk(deps: Deps, bulk: BulkCommand, ids: string[], options: Options & BulkRow): Promise<void> {
  const { io } = deps
  const { id, columns = {} } = bulk
  if (options.resume && (ids.length > 0 || options.file || options.journal))
    throw createUsageError('--resume continues the rows of the journal and cannot be used with other rows.')
  if (options.dryRun && options.resume) throw createUsageError('--resume cannot be used with --dry-run.')

  if (options.dryRun) return dryRunRows(deps, bulk, ids, options)
  const url = await getSessionApiUrl(deps, options)
  const rows = options.resume
    ? undefined
    : await readBulkRows(io, { id, columns }, { ids, file: options.file, flags: getFlags(bulk, options) })
  if (rows) await confirm(deps, bulk, rows.length, options)
  const journal = rows
    ? RunJournal.begin(options.journal ?? journalName(bulk), { command: bulk.name, url, rows })
    : RunJournal.resume(options.resume ?? '', { command: bulk.name, url })
  try {
    if (!rows) await confirm(deps, bulk, journal.head.rows.length - countDone(journal), options)
    if (!options.journal && !options.resume) io.stderr.write(`The journal of this run is ${journal.file}.\n`)
    await printResults(deps, bulk, journal, await runRows(deps, bulk, journal, options), options)
  } finally {
    journal.close()
  }
}

/**
 * Prints each row's expected result and changes nothing. Uses the server's dry run, or only validates the rows if the
 * operation has no dry run.
 */
async function dryRunRows(deps: Deps, bulk: BulkCommand, ids: string[], options: Options & BulkRow): Promise<void> {
  const { io } = deps
  const { id, columns = {} } = bulk
  const rows = await readBulkRows(io, { id, columns }, { ids, file: options.file, flags: getFlags(bulk, options) })
  io.stderr.write(`Nothing was changed. ${bulk.consequence(rows.length)}\n`)
  if (!bulk.supportsDryRun) return printResponse(io, rows, options.output)
  const send = await getSender(deps, bulk, options)
  const progress = createProgress(io, rows.length)
  const outcomes: Record<string, unknown>[] = []
  await processRows(rows, options, async (row, at) => {
    try {
      outcomes[at] = { [id]: row[id], outcome: 'would be done', ...(await send(row, { 'Dry-Run': 'true' })) }
      progress.step(row[id] ?? '', undefined, 'would be done')
    } catch (problem) {
      if (isTidelineError(problem) && problem.status === 401) throw problem
      outcomes[at] = { [id]: row[id], outcome: 'would fail', ...problemFields(problem) }
      progress.step(row[id] ?? '', getErrorMessage(problem).split('\n')[0])
    }
    printLine(deps, options, outcomes[at] ?? {})
  }).finally(progress.end)
  if (options.output !== 'jsonl') await printResponse(io, outcomes, options.output)
  const failed = outcomes.filter(({ outcome }) => outcome === 'would fail').length
  if (failed > 0) throw new CommandError(`${failed} of ${rows.length} would fail.`)
}

/**
 * Returns a function that sends a row and returns the fields to print. Throws before the first row is sent if the user
 * is not logged in.
 */
async function getSender(deps: Deps, bulk: BulkCommand, options: GlobalOptions) {
  const { [bulk.operation]: operation } = await import('@tideline/sdk/operations')
  const client = createRenewingClient(deps, options)
  await client()
  return async (row: BulkRow, headers: Record<string, string>): Promise<Record<string, unknown>> => {
    const tideline = await client()
    const input = (await bulk.input(row, tideline)) as { headers?: object }
    const response = await tideline.call(
      operation as never,
      { ...input, headers: { ...input.headers, ...headers } } as never,
    )
    return (await bulk.shown?.(response, row, tideline, { isDryRun: 'Dry-Run' in headers })) ?? {}
  }
}

/** Processes rows with limited concurrency and rate. Stops early when `isOver` returns true. */
async function processRows<Row>(
  rows: readonly Row[],
  { concurrency, rate }: Pick<Options, 'concurrency' | 'rate'>,
  work: (row: Row, at: number) => Promise<void>,
  isOver: () => boolean = () => false,
): Promise<void> {
  const began = Date.now()
  let at = 0
  const worker = async () => {
    while (at < rows.length && !isOver()) {
      const mine = at++
      if (rate) await setTimeout(Math.max(0, began + (mine * 1000) / rate - Date.now()))
      if (!isOver()) await work(rows[mine] as Row, mine)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, rows.length) }, worker))
}

const getFlags = ({ columns = {} }: BulkCommand, options: BulkRow): BulkRow =>
  Object.fromEntries(
    Object.keys(columns).flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  )

const journalName = ({ name }: BulkCommand) =>
  `tideline-${name.replace(' ', '-')}-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}-${process.pid}.jsonl`

const countDone = ({ last }: RunJournal) => [...last.values()].filter(({ state }) => state === 'done').length

async function confirm({ io }: Deps, bulk: BulkCommand, count: number, options: Options): Promise<void> {
  if (options.yes || count === 0) return
  const answer = await io.ask(`${bulk.consequence(count)} Continue? (yes/no) `)
  if (answer === undefined) throw createUsageError('Input is not a terminal. Use --yes to confirm.')
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.')
}

interface Ending {
  /** Reason why the run stopped early. */
  stopped?: 'interrupted' | 'logged out'
}

/** Processes the remaining rows. When interrupted, finishes the rows in progress and stops. */
async function runRows(deps: Deps, bulk: BulkCommand, journal: RunJournal, options: Options): Promise<Ending> {
  const send = await getSender(deps, bulk, options)
  const ending: Ending = {}
  const waiting = journal.head.rows.flatMap((row, at) => (isPending(bulk, journal, at) ? [{ row, at }] : []))
  const progress = createProgress(deps.io, waiting.length)
  const removeListener = deps.io.onInterrupt(() => {
    ending.stopped ??= 'interrupted'
    deps.io.stderr.write('\nStopping after the rows in progress. Press Ctrl+C again to stop immediately.\n')
  })

  const one = async ({ row, at }: { row: BulkRow; at: number }) => {
    journal.write({ row: at, state: 'started' })
    try {
      const headers: Record<string, string> = bulk.takesKey === false ? {} : { 'Idempotency-Key': journal.getKey(at) }
      journal.write({ row: at, state: 'done', result: await send(row, headers) })
      progress.step(row[bulk.id] ?? '')
    } catch (problem) {
      const message = getErrorMessage(problem)
      const isUnclear = isTidelineError(problem) ? problem.status >= 500 : !(problem instanceof CommandError)
      journal.write({ row: at, state: 'failed', ...problemFields(problem), ...(isUnclear && { isUnclear }) })
      if (isTidelineError(problem) && problem.status === 401) ending.stopped = 'logged out'
      progress.step(row[bulk.id] ?? '', message.split('\n')[0])
    }
    printLine(deps, options, getOutcome(bulk, journal, at))
  }
  try {
    await processRows(waiting, options, one, () => ending.stopped !== undefined)
  } finally {
    removeListener()
    progress.end()
  }
  return ending
}

/**
 * Returns whether a row must still be processed. Failed rows are retried. Rows with an unclear result are retried only
 * while the server still stores their idempotency keys.
 */
function isPending({ takesKey }: BulkCommand, { head, last }: RunJournal, at: number): boolean {
  const entry = last.get(at)
  if (!entry) return true
  if (entry.state === 'done') return false
  if (entry.state === 'failed' && !entry.isUnclear) return true
  return takesKey !== false && Date.now() - Date.parse(head.began) < keyLifetimeMs
}

/** Prints the result of each row and sets the exit code. */
async function printResults(
  { io }: Deps,
  bulk: BulkCommand,
  journal: RunJournal,
  { stopped }: Ending,
  options: Options,
): Promise<void> {
  const { rows } = journal.head
  const outcomes = rows.map((_, at) => getOutcome(bulk, journal, at))
  if (options.output !== 'jsonl') await printResponse(io, outcomes, options.output)
  const failed = outcomes.flatMap(({ outcome, message, code, requestId }, at) =>
    outcome === 'failed' ? [{ ...rows[at], message, code, requestId }] : [],
  )
  const count = (requested: Outcome['outcome']) => outcomes.filter(({ outcome }) => outcome === requested).length
  const notTried = count('not tried')
  const tally = `${count('done')} of ${rows.length} done`
  if (failed.length > 0) {
    const file = options.failures ?? `${journal.file.replace(/\.jsonl$/, '')}.failures.csv`
    await writeFile(file, await toCsv(failed), { mode: 0o600 })
    io.stderr.write(`Failed rows with reasons: ${file}.\n`)
  }
  const more = notTried || failed.length ? ` --resume ${journal.file} retries the rest.` : ''
  if (stopped === 'logged out')
    throw createNotLoggedInError(`The session has ended; ${tally}. Run \`tideline login\`.${more}`)
  if (stopped && notTried > 0) throw new CommandError(`Stopped; ${tally}, ${notTried} not processed.${more}`)
  if (failed.length > 0) throw new CommandError(`${tally}, ${failed.length} failed.${more}`)
  io.stderr.write(`${tally}.\n`)
}

function getOutcome({ id }: BulkCommand, { head, last }: RunJournal, at: number): Outcome {
  const entry = last.get(at)
  const row = { [id]: head.rows[at]?.[id] }
  if (!entry) return { ...row, outcome: 'not tried' }
  if (entry.state === 'done') return { ...row, outcome: 'done', ...entry.result }
  if (entry.state === 'failed') {
    const { message, code, requestId } = entry
    return { ...row, outcome: 'failed', message, ...(code && { code, requestId }) }
  }
  const message = 'No response was received, so the change may have been made. Check before you retry.'
  return { ...row, outcome: 'failed', message }
}
