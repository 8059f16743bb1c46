import { execFile, execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { packPackages } from '../../scripts/pack-packages.ts'

const run = promisify(execFile)
const root = dirname(dirname(import.meta.dirname))

export const getManifest = async (folder: string) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))

/**
 * Creates a copy of the repository in which only `sdk` and `cli` are copied and everything else is linked. Packing replaces
 * `sdk/dist`, which other tests import from the repository.
 */
async function copyRepository(folder: string): Promise<void> {
  const isIgnored = (name: string) => ['sdk', 'cli', '.git'].includes(name)
  for (const name of (await readdir(root)).filter((entry) => !isIgnored(entry)))
    await symlink(join(root, name), join(folder, name))
  for (const name of ['sdk', 'cli']) {
    const modules = join(root, name, 'node_modules')
    await cp(join(root, name), join(folder, name), { recursive: true, filter: (path) => path !== modules })
    await symlink(modules, join(folder, name, 'node_modules'))
  }
}

export interface PackedPackages {
  /** Copy of the repository, as it is after packing. */
  repository: string
  tarballs: { sdk: string; cli: string }
}

/** Packs the SDK and the CLI in a copy of the repository. */
export async function packCopy(): Promise<PackedPackages> {
  const repository = await mkdtemp(join(tmpdir(), 'tideline-packages-'))
  await copyRepository(repository)
  return { repository, tarballs: packPackages(join(repository, 'packed'), repository) }
}

/** Folder in which the SDK and the CLI are installed, outside of every node_modules of the repository. */
export interface Installation {
  home: string
  sdk: string
  cli: string
  /** Script that runs as `tideline`. */
  command: string
}

/** Runs the pnpm that runs the tests. If they were started without it, runs the one that npx finds. */
const runPnpm = (args: string[], cwd: string) => {
  const path = process.env.npm_execpath
  return path?.includes('pnpm') ? run(path, args, { cwd }) : run('npx', ['--yes', 'pnpm', ...args], { cwd })
}

/** Installs tarballs in an empty folder, without network access. */
export async function installTarballs(
  tarballs: readonly string[],
  packageManager: 'npm' | 'pnpm',
): Promise<Installation> {
  const home = await realpath(await mkdtemp(join(tmpdir(), `tideline-${packageManager}-`)))
  await writeFile(join(home, 'package.json'), '{ "name": "program", "private": true, "type": "module" }')
  if (packageManager === 'npm') await run('npm', ['install', '--offline', ...tarballs], { cwd: home })
  else await runPnpm(['add', '--offline', ...tarballs], home)
  const cli = join(home, 'node_modules/@tideline/cli')
  return { home, sdk: join(home, 'node_modules/@tideline/sdk'), cli, command: join(cli, 'bin/tideline.js') }
}

/**
 * Adds the packages that the guides require to an installation, without network access: the one that verifies webhooks,
 * and the mock server that npx otherwise downloads.
 */
export async function addGuidePackages({ home }: Installation): Promise<void> {
  const modules = join(home, 'node_modules')
  await symlink(join(root, 'sdk/node_modules/standardwebhooks'), join(modules, 'standardwebhooks'))
  await mkdir(join(modules, '@stoplight'), { recursive: true })
  await symlink(join(root, 'openapi/node_modules/@stoplight/prism-cli'), join(modules, '@stoplight/prism-cli'))
  await mkdir(join(modules, '.bin'), { recursive: true })
  await symlink('../@stoplight/prism-cli/dist/index.js', join(modules, '.bin/prism'))
}

/**
 * Returns the Node.js programs on this machine, by version: the one that runs the tests and the installed one, which is
 * often older.
 */
export function findNodePrograms(): [version: string, path: string][] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  const candidates = [process.execPath, ...folders.map((folder) => join(folder, 'node'))]
  const byVersion = new Map<string, string>()
  for (const path of candidates) {
    try {
      const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim()
      if (!byVersion.has(version)) byVersion.set(version, path)
    } catch {
      // This folder contains no Node.js.
    }
  }
  return [...byVersion]
}
