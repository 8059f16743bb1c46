import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = dirname(import.meta.dirname)
const bundle = createRequire(import.meta.url).resolve('@tideline/openapi/bundle.json')
const prism = join(dirname(dirname(bundle)), 'node_modules/.bin/prism')

/** Every `ts` block of the README, by the heading above it. */
const examples = [
  ...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^## (.+)$[\s\S]*?^```ts\n([\s\S]*?)^```$/gm),
].map(([, title = '', code = '']) => ({ title, code }))

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

let mock: ChildProcess
let url = ''

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  mock = spawn(prism, ['mock', bundle, '--port', String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    mock.stdout?.on('data', (text: Buffer) => text.includes('Prism is listening') && resolve())
    mock.once('exit', (code) => reject(new Error(`Prism stopped with ${code}`)))
  })
}, 60_000)

afterAll(() => {
  mock.kill()
})

const run = async (code: string) => {
  const env = { ...process.env, TIDELINE_URL: url, TIDELINE_TOKEN: 'mock', NODE_OPTIONS: '' }
  const args = ['--input-type=module-typescript', '--eval', code]
  return (await promisify(execFile)(process.execPath, args, { cwd: folder, env })).stdout
}

/** What an example prints on the mock. */
const prints: Record<string, RegExp> = {
  'Log in and search': /^[A-Z]{3}3\d{6} \w+ \w+ \d/,
  'Read what is due': /^RFL3000101 owes \d/,
  'Pay, once': /^PAY-3\d+-1 \w+/,
  'Walk through a list': /^[A-Z]{3}3\d{6} \w+.*\n[\s\S]*[A-Z]{3}3\d{6} \w+/,
  'Headers and totals': /^\d+ of \d+( or more)?\n\d+ calls are left/,
  'Errors and aborting': /^Try another card: \w+/,
}

test('the README has the examples that are run here, and no other', () => {
  expect(examples.map(({ title }) => title)).toEqual(Object.keys(prints))
})

test.each(examples)('the example “$title” runs as it stands', async ({ title, code }) => {
  expect(await run(code)).toMatch(prints[title] ?? /^$/)
})

/** What the package's own strict compiler says about the examples, as if each were a file of it. */
function complaints(): string[] {
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder)
  const files = new Map(examples.map(({ code }, index) => [join(folder, 'src', `example-${index}.ts`), code]))
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
  return [...files.keys()]
    .flatMap((path) => ts.getPreEmitDiagnostics(program, program.getSourceFile(path)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

test('all of them compile as strictly as the package itself', () => {
  expect(complaints()).toEqual([])
}, 60_000)
