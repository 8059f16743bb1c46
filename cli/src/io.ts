import { createInterface } from 'node:readline/promises'

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

const sinkOf = (stream: NodeJS.WriteStream): Sink => ({
  write: (chunk) => {
    stream.write(chunk)
  },
  isTerminal: stream.isTTY === true,
  ...(stream.columns ? { columns: stream.columns } : {}),
})

/** The process's own streams. */
export function processIo(): Io {
  const { stdin, stdout, stderr, env } = process
  const prompt = async (question: string, hidden: boolean) => {
    if (!stdin.isTTY) return undefined
    const reader = createInterface({ input: stdin, output: stderr, terminal: true })
    try {
      const answer = reader.question(question)
      // After the question is written, the echo of the answer goes nowhere.
      if (hidden) Object.assign(reader, { _writeToOutput: () => {} })
      return await answer
    } finally {
      reader.close()
      if (hidden) stderr.write('\n')
    }
  }
  return {
    stdout: sinkOf(stdout),
    stderr: sinkOf(stderr),
    env,
    ask: (question) => prompt(question, false),
    askSecret: (question) => prompt(question, true),
    readStdin: async () => {
      const chunks: Buffer[] = []
      for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
      return Buffer.concat(chunks).toString('utf8')
    },
  }
}
