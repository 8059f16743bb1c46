import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'

export const root = dirname(dirname(import.meta.dirname))
/** Folder from which samples resolve their imports, as a program would that has installed the SDK. */
export const sdk = join(root, 'sdk')

/** Location where a reader of the guides has installed the SDK and the CLI. */
interface Reader {
  home: string
  command: string
}
const workTree: Reader = { home: sdk, command: join(root, 'cli/bin/tideline.js') }

export interface Sample {
  /** Heading above the sample. */
  title: string
  language: string
  code: string
}

/**
 * Returns all code blocks of a Markdown file except `console` blocks, which contain commands that a person types only
 * once.
 */
export function readSamples(path: string): Sample[] {
  const samples: Sample[] = []
  let title = ''
  let open: { language: string; lines: string[] } | undefined
  for (const line of readFileSync(join(root, path), 'utf8').split('\n')) {
    if (open && line === '```') {
      samples.push({ title, language: open.language, code: `${open.lines.join('\n')}\n` })
      open = undefined
    } else if (open) open.lines.push(line)
    else if (line.startsWith('```')) open = { language: line.slice(3), lines: [] }
    else title = /^#+ (.+)$/.exec(line)?.[1] ?? title
  }
  return samples.filter(({ language }) => language !== 'console')
}

/** Returns the file and arguments of `execFile` for running a sample. */
export const getCommand = ({ language, code }: Sample, { command } = workTree): [string, string[]] =>
  language === 'sh'
    ? ['sh', ['-euc', `tideline() { '${process.execPath}' '${command}' "$@"; }\n${code}`]]
    : [process.execPath, ['--input-type=module-typescript', '--eval', code]]

/**
 * Runs a sample unchanged and returns its output. CLI samples run in a temporary folder, where they write their
 * journal and their profile.
 */
export async function run(sample: Sample, env: Record<string, string>, reader = workTree): Promise<string> {
  const [file, args] = getCommand(sample, reader)
  const folder = await mkdtemp(join(tmpdir(), 'tideline-sample-'))
  const cwd = sample.language === 'sh' ? folder : reader.home
  const options = { cwd, env: { ...process.env, NODE_OPTIONS: '', XDG_CONFIG_HOME: folder, ...env } }
  try {
    return (await promisify(execFile)(file, args, options)).stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Returns the errors that the compiler finds in the samples, with the SDK's strict settings. */
export function getCompilerErrors(samples: readonly Sample[]): string[] {
  const { config } = ts.readConfigFile(join(sdk, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, sdk)
  const files = new Map(samples.map(({ code }, index) => [join(sdk, 'src', `example-${index}.ts`), code]))
  const host = ts.createCompilerHost(options)
  const program = ts.createProgram([...files.keys()], options, {
    ...host,
    fileExists: (path) => files.has(path) || host.fileExists(path),
    readFile: (path) => files.get(path) ?? host.readFile(path),
    getSourceFile: (path, target) => {
      const code = files.get(path)
      return code === undefined ? host.getSourceFile(path, target) : ts.createSourceFile(path, code, target)
    },
  })
  return [...files.keys()].flatMap((path, index) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(path))
      .map(({ messageText }) => `${samples[index]?.title}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`),
  )
}
