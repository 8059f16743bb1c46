/** Builds the portal and the back office when run as a script. Code must be generated first. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { exitWithMessage } from './exit-with-message.ts'

const root = dirname(import.meta.dirname)

/** Folders of the apps. */
export const apps = ['portal-web', 'admin-web'] as const
export type App = (typeof apps)[number]

/** Returns a hash of all files in the folders, except installed and built ones. */
export function hashSources(folders: readonly string[]): string {
  const hash = createHash('sha256')
  const walk = (path: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name === 'dist') continue
      const full = join(path, entry.name)
      if (entry.isDirectory()) walk(full)
      else
        hash
          .update(full)
          .update(String(statSync(full).size))
          .update(readFileSync(full))
    }
  }
  for (const folder of folders) walk(join(root, folder))
  return hash.digest('hex')
}

/** Builds an app unless its sources are unchanged since the last build. */
export function buildApp(name: App) {
  const folder = join(root, name)
  const stamp = join(folder, 'dist/.inputs')
  const inputs = hashSources([name, 'sdk/src', ...(name === 'admin-web' ? ['portal-web'] : [])])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return
  process.stdout.write(`Building ${name} …\n`)
  const { status, stdout, stderr } = spawnSync(
    join(folder, 'node_modules/.bin/vite'),
    ['build', '--logLevel', 'warn'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  if (status !== 0) exitWithMessage(`${stdout}${stderr}\n${name} could not be built; see above.`)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, inputs)
}

if (import.meta.main) for (const app of apps) buildApp(app)
