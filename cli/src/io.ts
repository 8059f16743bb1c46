import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

export interface Sink {
  write: (chunk: string | Uint8Array) => void
  isTerminal: boolean
  /** Characters a line; only on a terminal. */
  columns?: number
}

/** Everything the commands know of the terminal: data goes to `stdout`, talk to `stderr`. */
export interface Io {
  stdout: Sink
  stderr: Sink
  env: Record<string, string | undefined>
  /** Asks on the terminal; undefined where there is nobody to ask. */
  ask: (question: string) => Promise<string | undefined>
  /** Asks without showing what is typed. */
  askSecret: (question: string) => Promise<string | undefined>
  readStdin: () => Promise<string>
}

type Streams = Pick<NodeJS.Process, 'stdout' | 'stderr' | 'env'> & {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
}

const sinkOf = (stream: NodeJS.WriteStream): Sink => ({
  write: (chunk) => {
    stream.write(chunk)
  },
  isTerminal: stream.isTTY === true,
  ...(stream.columns ? { columns: stream.columns } : {}),
})

/** The process's own streams. */
export function processIo({ stdin, stdout, stderr, env }: Streams = process): Io {
  const prompt = async (question: string, output: NodeJS.WritableStream) => {
    if (!stdin.isTTY) return undefined
    const reader = createInterface({ input: stdin, output, terminal: true })
    try {
      return await reader.question(question)
    } finally {
      reader.close()
    }
  }
  return {
    stdout: sinkOf(stdout),
    stderr: sinkOf(stderr),
    env,
    ask: (question) => prompt(question, stderr),
    askSecret: async (question) => {
      if (!stdin.isTTY) return undefined
      stderr.write(question)
      // readline echoes what is typed to its output, so that its output goes nowhere.
      const answer = await prompt('', new Writable({ write: (_chunk, _encoding, done) => done() }))
      stderr.write('\n')
      return answer
    },
    readStdin: async () => {
      const chunks: Buffer[] = []
      for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
      return Buffer.concat(chunks).toString('utf8')
    },
  }
}
