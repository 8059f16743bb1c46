/**
 * Generates everything derived from the contract: the bundle, the SDK, the API's route table, and the CLI's commands.
 * Skips these files if neither the contract nor the generators have changed, unless `--force` is set. The lists of
 * route files, emails and bulk commands and the links to the SDK's sources are always updated. If another process is
 * generating, waits for it and then uses its files.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findRouteFiles, generateHandlersModule } from '../api/src/find-handlers.ts'
import { findEmailIds, generateEmailsModule } from '../api/src/providers/mail/find-emails.ts'
import { findBulkCommands, generateBulkCommandsModule } from '../cli/find-bulk-commands.ts'
import { getSourceLinks } from '../sdk/link-sources.ts'
import { runLocked } from './process-lock.ts'

const root = dirname(import.meta.dirname)
const stamp = join(root, 'openapi/dist/inputs.sha256')
const products = [
  'openapi/dist/openapi.json',
  'sdk/src/generated/types.gen.ts',
  'sdk/src/generated/words.ts',
  'sdk/src/generated/effects.ts',
  'sdk/src/generated/lists.ts',
  'api/src/generated/operations.ts',
  'cli/src/generated/commands.ts',
  'admin-web/src/generated/staff-access.ts',
]

const inputs = () => {
  const hash = createHash('sha256')
  const add = (path: string) => hash.update(path).update(readFileSync(join(root, path)))
  const skipped = new Set(['dist', 'node_modules'])
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.isDirectory() && !skipped.has(entry.name)) walk(`${folder}/${entry.name}`)
      else if (entry.isFile()) add(`${folder}/${entry.name}`)
    }
  }
  walk('openapi')
  for (const file of [
    'sdk/generate.ts',
    'sdk/generate-words.ts',
    'sdk/generate-effects.ts',
    'sdk/generate-lists.ts',
    'sdk/openapi-ts.config.ts',
    'cli/generate.ts',
    'admin-web/generate-access.ts',
    'pnpm-lock.yaml',
  ])
    add(file)
  return hash.digest('hex')
}

const run = (folder: string, command: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: join(root, folder), encoding: 'utf8' })
  if (status === 0) return
  process.stderr.write(
    `${stdout}${stderr}\nCould not generate from the contract: ${command} ${args[0] ?? ''} failed.\n`,
  )
  process.exit(1)
}

/** Generates everything that depends on the contract, unless it is up to date. */
function generateFromContract() {
  const current = inputs()
  const isFresh =
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === current &&
    products.every((product) => existsSync(join(root, product)))
  if (isFresh && !process.argv.includes('--force')) return
  rmSync(stamp, { force: true })
  const bundle = join(root, 'openapi/dist/openapi.json')
  const bin = (name: string, tool: string) => join(root, name, 'node_modules/.bin', tool)
  run('openapi', bin('openapi', 'redocly'), ['bundle', 'tideline', '--config', 'redocly.yaml', '-o', bundle])
  run('sdk', process.execPath, ['generate.ts'])
  run('sdk', process.execPath, ['generate-words.ts'])
  run('sdk', process.execPath, ['generate-effects.ts'])
  run('sdk', process.execPath, ['generate-lists.ts'])
  const zod = join(root, 'sdk/src/generated/zod.gen.ts')
  run('openapi', process.execPath, [
    'generate-operations.ts',
    bundle,
    zod,
    join(root, 'api/src/generated/operations.ts'),
  ])
  run('cli', process.execPath, ['generate.ts'])
  run('admin-web', process.execPath, ['generate-access.ts'])
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, current)
}

const update = (path: string, source: string) => {
  if (existsSync(path) && readFileSync(path, 'utf8') === source) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, source)
}

/** Updates the lists of files and the links to the SDK's sources. */
function updateFileLists() {
  const api = join(root, 'api/src')
  update(join(api, 'generated/handlers.ts'), generateHandlersModule(findRouteFiles(api)))
  update(
    join(api, 'generated/emails.ts'),
    generateEmailsModule(findEmailIds(join(api, 'providers/mail/templates/emails'))),
  )
  update(
    join(root, 'cli/src/generated/bulk-commands.ts'),
    generateBulkCommandsModule(findBulkCommands(join(root, 'cli/src/commands/bulk'))),
  )
  for (const { path, source } of getSourceLinks()) update(join(root, 'sdk', path), source)
}

runLocked(join(root, 'openapi/dist/generate.lock'), () => {
  generateFromContract()
  updateFileLists()
})
