import type { Io } from '../base/io.ts'

export interface FakeIo extends Io {
  /** Returns all text written to `stdout`. */
  out: () => string
  err: () => string
  /** Simulates Ctrl-C. */
  interrupt: () => void
}

interface FakeIoOptions {
  env?: Record<string, string>
  stdin?: string
  /** The width of the terminal. Undefined simulates a pipe. */
  columns?: number
  /** The user's responses to prompts, in order. */
  answers?: string[]
}

/** Returns fake streams that record their output and respond to prompts. */
export function createFakeIo({ env = {}, stdin = '', columns, answers = [] }: FakeIoOptions = {}): FakeIo {
  const written = { stdout: '', stderr: '' }
  const sink = (name: keyof typeof written) => ({
    write: (chunk: string | Uint8Array) => {
      written[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
    },
    isTerminal: columns !== undefined,
    ...(columns === undefined ? {} : { columns }),
  })
  const listeners = new Set<() => void>()
  const next = async () => answers.shift()
  return {
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    env,
    ask: next,
    askSecret: next,
    readStdin: async () => stdin,
    onInterrupt: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    interrupt: () => {
      for (const listener of listeners) listener()
    },
    out: () => written.stdout,
    err: () => written.stderr,
  }
}
