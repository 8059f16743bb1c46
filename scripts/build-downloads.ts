/** Packs the SDK and the CLI into `dist/packages`, from which the API serves them, unless their sources are unchanged. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashSources } from './build-app.ts'
import { packageFolders, packPackages } from './pack-packages.ts'

const folder = join(dirname(import.meta.dirname), 'dist/packages')
/** Folder for packages in progress. It replaces `folder` only when it is complete, because a running server serves `folder`. */
const draft = `${folder}.draft`
const stamp = join(folder, '.inputs')

const inputs = hashSources(packageFolders)
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== inputs) {
  rmSync(draft, { recursive: true, force: true })
  packPackages(draft)
  writeFileSync(join(draft, '.inputs'), inputs)
  rmSync(folder, { recursive: true, force: true })
  renameSync(draft, folder)
}
