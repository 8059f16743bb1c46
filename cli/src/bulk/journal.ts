import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { CommandError, createUsageError } from '../base/command-error.ts'
import type { BulkRow } from './rows.ts'

interface Head {
  run: string
  /**
   * Start time of the run (ISO 8601). The server stores the run's idempotency keys for a limited time after the start.
   */
  began: string
  command: string
  url: string
  rows: BulkRow[]
}

type Entry =
  | { row: number; state: 'started' }
  | { row: number; state: 'done'; result: Record<string, unknown> }
  /** A failed row. `isUnclear` is true if no response shows whether the row was processed. */
  | { row: number; state: 'failed'; message: string; code?: string; requestId?: string; isUnclear?: true }

/**
 * A file that records the rows of a run and their results. Each line is flushed to disk immediately so that an
 * interrupted run can be resumed.
 */
export class RunJournal {
  readonly file: string
  readonly head: Head
  readonly last: Map<number, Entry>
  readonly #handle: number

  private constructor(file: string, head: Head, last: Map<number, Entry>, handle: number) {
    this.file = file
    this.head = head
    this.last = last
    this.#handle = handle
  }

  /**
   * Starts a run.
   *
   * @throws a usage error if the file already exists
   */
  static begin(file: string, what: Omit<Head, 'run' | 'began'>): RunJournal {
    const head = { run: crypto.randomUUID(), began: new Date().toISOString(), ...what }
    lock(file)
    try {
      const handle = openSync(file, 'wx', 0o600)
      const journal = new RunJournal(file, head, new Map(), handle)
      journal.#write(head)
      return journal
    } catch (problem) {
      unlock(file)
      throw isFileExistsError(problem)
        ? createUsageError(`${file} already exists. --resume ${file} continues it.`)
        : new CommandError(`The journal cannot be written: ${(problem as Error).message}`)
    }
  }

  static resume(file: string, what: Pick<Head, 'command' | 'url'>): RunJournal {
    lock(file)
    try {
      const { head, last } = read(file)
      if (head.command !== what.command) throw createUsageError(`${file} is the journal of "${head.command}".`)
      if (head.url !== what.url) throw createUsageError(`${file} is the journal of a run at ${head.url}.`)
      const handle = openSync(file, 'a')
      // Starts a new line because an interrupted run may have left an incomplete line.
      writeSync(handle, '\n')
      return new RunJournal(file, head, last, handle)
    } catch (problem) {
      unlock(file)
      throw problem
    }
  }

  write(entry: Entry): void {
    this.last.set(entry.row, entry)
    this.#write(entry)
  }

  /** Returns a row's idempotency key. Every retry uses the same key. */
  getKey = (row: number) => `${this.head.run}-${row}`

  close(): void {
    closeSync(this.#handle)
    unlock(this.file)
  }

  #write(line: unknown) {
    writeSync(this.#handle, `${JSON.stringify(line)}\n`)
    fsyncSync(this.#handle)
  }
}

const isFileExistsError = (problem: unknown) => (problem as NodeJS.ErrnoException).code === 'EEXIST'

function read(file: string): Pick<RunJournal, 'head' | 'last'> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (problem) {
    throw createUsageError(`The journal cannot be read: ${(problem as Error).message}`)
  }
  const [head, ...entries] = text.split('\n').flatMap((line): unknown[] => {
    try {
      return [JSON.parse(line)]
    } catch {
      return []
    }
  })
  if (!isHead(head)) throw createUsageError(`${file} is not a journal of a bulk command.`)
  return { head, last: new Map((entries as Entry[]).map((entry) => [entry.row, entry])) }
}

const isHead = (value: unknown): value is Head =>
  typeof value === 'object' &&
  value !== null &&
  'run' in value &&
  'began' in value &&
  'command' in value &&
  'rows' in value

const getLock = (file: string) => `${file}.lock`

/**
 * Locks the journal, since two concurrent runs would process each row twice. Ignores the lock of a process that no
 * longer exists.
 */
function lock(file: string): void {
  try {
    writeFileSync(getLock(file), String(process.pid), { flag: 'wx' })
  } catch (problem) {
    if (!isFileExistsError(problem))
      throw new CommandError(`The journal cannot be written: ${(problem as Error).message}`)
    const pid = Number(readFileSync(getLock(file), 'utf8'))
    if (isAlive(pid)) throw createUsageError(`${file} is in use by process ${pid}.`)
    rmSync(getLock(file))
    lock(file)
  }
}

const unlock = (file: string) => rmSync(getLock(file), { force: true })

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (problem) {
    return (problem as NodeJS.ErrnoException).code === 'EPERM'
  }
}
