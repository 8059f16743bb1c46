import { Writable } from 'node:stream'

interface OutputStream {
  write: (chunk: string | Uint8Array) => void
  isTerminal: boolean
  /** Terminal width in characters, or undefined if the output is not a terminal. */
  columns?: number
}

/** The streams of a command. Data is written to `stdout`, and messages to `stderr`. */
export interface Io {
  stdout: OutputStream
  stderr: OutputStream
  env: Record<string, string | undefined>
  /** Prompts the user on the terminal. Returns undefined if there is no terminal. */
  ask: (question: string) => Promise<string | undefined>
  /** Prompts the user without showing the input. */
  askSecret: (question: string) => Promise<string | undefined>
  readStdin: () => Promise<string>
  /**
   * Calls the listener at the first Ctrl-C or SIGTERM. The second one ends the process. Returns a function that unsubscribes
   * the listener.
   */
  onInterrupt: (listener: () => void) => () => void
}

type Streams = Pick<NodeJS.Process, 'stdout' | 'stderr' | 'env'> & {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
}

const getSink = (stream: NodeJS.WriteStream): OutputStream => ({
  write: (chunk) => {
    stream.write(chunk)
  },
  isTerminal: stream.isTTY === true,
  ...(stream.columns ? { columns: stream.columns } : {}),
})

/** Creates an `Io` from the streams of the process. */
export function createProcessIo({ stdin, stdout, stderr, env }: Streams = process): Io {
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
      // Discards readline's output because readline echoes the input.
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
      const onSignal = () => {
        // Ignores a second signal within 500 ms because the terminal and the parent process can both send one.
        if (first && Date.now() - first < 500) return
        if (first) process.exit(130)
        first = Date.now()
        listener()
      }
      const signals = ['SIGINT', 'SIGTERM'] as const
      for (const signal of signals) process.on(signal, onSignal)
      return () => {
        for (const signal of signals) process.off(signal, onSignal)
      }
    },
  }
}
