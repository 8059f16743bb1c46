import { parseArgs } from 'node:util'

export interface TestOptions {
  /** Only tests whose path or title contains each of these; empty runs everything. */
  words: string[]
  /** Runs again whenever a file changes. */
  watch: boolean
  /** Only tests that import a file that differs from main. */
  changed: boolean
  /** One of several parts of the full run, for machines that share the work. */
  shard?: { index: number; count: number }
  /** Stops the PostgreSQL server of the tests instead of running any. */
  stop: boolean
  help: boolean
}

/** A command line that cannot be run; the message says why. */
export class UsageError extends Error {}

export const usage = `pnpm test                 everything: lint, types, all tests, requirements
pnpm test <words…>        tests in the files and folders named, or whose path (if there is none: path or title) contains every word
pnpm test --watch         again whenever a file changes, without user journeys
pnpm test --changed       tests that import a file that differs from main
pnpm test --shard 1/4     one of four parts of the full run
pnpm test --stop          stops the PostgreSQL server that stays running between test runs
`

/** Reads the arguments of `pnpm test`. Throws `UsageError`. */
export function parseTestOptions(args: readonly string[]): TestOptions {
  const { values, positionals } = parse(args.filter((arg) => arg !== '--'))
  const options: TestOptions = {
    // A quoted phrase is one word: `pnpm test "check number 0"`.
    words: positionals.map((word) => word.trim()).filter(Boolean),
    watch: values.watch ?? false,
    changed: values.changed ?? false,
    ...(values.shard === undefined ? {} : { shard: parseShard(values.shard) }),
    stop: values.stop ?? false,
    help: values.help ?? false,
  }
  if (options.shard && (options.watch || options.changed || options.words.length > 0))
    throw new UsageError('--shard divides the full run and cannot be combined with words, --watch or --changed.')
  return options
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        watch: { type: 'boolean', short: 'w' },
        changed: { type: 'boolean' },
        shard: { type: 'string' },
        stop: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (problem) {
    throw new UsageError((problem as Error).message)
  }
}

function parseShard(text: string) {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (index < 1 || index > count)
    throw new UsageError(`--shard needs a part and the number of parts, such as 1/4, not "${text}".`)
  return { index, count }
}
