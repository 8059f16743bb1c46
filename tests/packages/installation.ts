import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = dirname(dirname(import.meta.dirname))

export const getManifest = async (folder: string) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))

/** Packs a package and extracts it into a folder, like an installation. */
async function install(home: string, from: string, to: string): Promise<void> {
  const archives = await mkdtemp(join(home, 'archive-'))
  await run('npx', ['--yes', 'pnpm', 'pack', '--pack-destination', archives], { cwd: from })
  const [archive = ''] = await readdir(archives)
  await mkdir(to, { recursive: true })
  await run('tar', ['-xzf', join(archives, archive), '--strip-components=1', '-C', to])
}

/** Folder that contains only the packed SDK, the packed CLI, and the dependencies required by the webhooks guide. */
export interface Installation {
  home: string
  sdk: string
  cli: string
  /** Script that runs as `tideline`. */
  command: string
  install: () => Promise<void>
}

/** Creates a folder outside of every node_modules, so that imports find only what a user installs. */
export async function createInstallation(): Promise<Installation> {
  const home = await mkdtemp(join(tmpdir(), 'tideline-packed-'))
  const sdk = join(home, 'node_modules/@tideline/sdk')
  const cli = join(home, 'node_modules/@tideline/cli')
  const lay = (from: string, name: string) =>
    symlink(join(root, from, 'node_modules', name), join(home, 'node_modules', name))
  return {
    ...{ home, sdk, cli, command: join(cli, 'bin/tideline.js') },
    install: async () => {
      await install(home, join(root, 'sdk'), sdk)
      await install(home, join(root, 'cli'), cli)
      const { dependencies } = await getManifest(cli)
      for (const name of Object.keys(dependencies).filter((name) => name !== '@tideline/sdk')) await lay('cli', name)
      await lay('sdk', 'standardwebhooks')
    },
  }
}
