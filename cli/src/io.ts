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
  /** Calls back once when somebody wants to stop (Ctrl-C); the next time the process ends. Returns how to listen no more. */
  onInterrupt: (listener: () => void) => () => void
}

type Streams = Pick<NodeJS.Process, 'stdout' | 'stderr' | 'env'> & {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
}

const getSink = (stream: NodeJS.WriteStream): Sink => ({
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
    const { createInterface } = await import('node:readline/promises')
    const reader = createInterface({ input: stdin, output, terminal: true })
    try {
      return await reader.question(question)
    } finally {
      reader.close()
    }
  }
  return {
    stdout: getSink(stdout),
    stderr: getSink(stderr),
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
    onInterrupt: (listener) => {
      let first = 0
      const heard = () => {
        // One Ctrl-C may come twice: from the terminal, and from the process that started this one.
        if (first && Date.now() - first < 500) return
        if (first) process.exit(130)
        first = Date.now()
        listener()
      }
      process.on('SIGINT', heard)
      return () => {
        process.off('SIGINT', heard)
      }
    },
  }
}
