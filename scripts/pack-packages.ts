import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { exitWithMessage } from './exit-with-message.ts'

export const packageFolders = ['sdk', 'cli'] as const

/** Packs the SDK and the CLI with `npm pack` into a folder, and returns the paths of the tarballs. */
export function packPackages(folder: string, root = dirname(import.meta.dirname)): Record<'sdk' | 'cli', string> {
  mkdirSync(folder, { recursive: true })
  const [sdk = '', cli = ''] = packageFolders.map((name) => {
    const { status, stdout, stderr } = spawnSync('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: join(root, name),
      encoding: 'utf8',
    })
    if (status !== 0) exitWithMessage(`${stdout}${stderr}\nThe package in ${name} could not be packed; see above.`)
    const { version } = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'))
    return join(folder, `tideline-${name}-${version}.tgz`)
  })
  return { sdk, cli }
}
