import { parseArgs } from 'node:util'

export interface TestOptions {
  /**
   * Words that select tests: the path or title of a test must contain each of them. If empty, all tests are selected.
   */
  words: string[]
  /** Whether to run the tests again after each file change. */
  watch: boolean
  /** Whether to run only tests that import a file that differs from main. */
  changed: boolean
  /** The part of the full run to execute, if the run is divided among several machines. */
  shard?: { index: number; count: number }
  /** Whether to stop the PostgreSQL test server instead of running tests. */
  stop: boolean
  help: boolean
}

/** Invalid command-line arguments. The message states the reason. */
export class UsageError extends Error {}

export const usage = `pnpm test                 Run everything: lint, types, all tests, requirements
pnpm test <path…>         Run the tests in files or folders
pnpm test <words…>        Run the tests whose path (or else path and title) contains every word
pnpm test --watch         Run the tests again after each file change, without user journeys
pnpm test --changed       Run the tests that import a file that differs from main
pnpm test --shard 1/4     Run the first of four parts of the full run
pnpm test --stop          Stop the PostgreSQL test server, which keeps running between test runs
`

/** Parses the arguments of `pnpm test`. Throws `UsageError` if they are invalid. */
export function parseTestOptions(args: readonly string[]): TestOptions {
  const { values, positionals } = parseCommandLine(args.filter((arg) => arg !== '--'))
  const options: TestOptions = {
    // A quoted phrase is one word: `pnpm test "check number 0"`.
    words: positionals.map((word) => word.trim()).filter(Boolean),
    watch: values.watch ?? false,
    changed: values.changed ?? false,
    ...(values.shard === undefined ? {} : { shard: parseShardOption(values.shard) }),
    stop: values.stop ?? false,
    help: values.help ?? false,
  }
  if (options.shard && (options.watch || options.changed || options.words.length > 0))
    throw new UsageError('--shard applies to the full run and cannot be combined with words, --watch or --changed.')
  return options
}

function parseCommandLine(args: string[]) {
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

function parseShardOption(text: string) {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (index < 1 || index > count)
    throw new UsageError(`--shard must be a part and the number of parts, such as 1/4, not "${text}".`)
  return { index, count }
}
