import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export const packageNames = ['sdk', 'cli'] as const
export type PackageName = (typeof packageNames)[number]

/** Folder into which `pnpm start`, `pnpm build` and `pnpm release` pack the SDK and the CLI. */
export const packagesFolder = join(dirname(dirname(dirname(import.meta.dirname))), 'dist/packages')

/** A packed npm package. */
export interface PackageFile {
  fileName: string
  content: Buffer
  /** Hash of the content, in the format that npm uses. */
  integrity: string
}

const fileNamePattern = /^tideline-(?<name>\w+)-\d+\.\d+\.\d+\.tgz$/

/** Reads a packed package. Returns undefined if this server has none. */
export async function readPackage(name: PackageName, folder = packagesFolder): Promise<PackageFile | undefined> {
  const files = await readdir(folder).catch(() => [])
  const fileName = files.find((file) => fileNamePattern.exec(file)?.groups?.name === name)
  if (!fileName) return undefined
  const content = await readFile(join(folder, fileName))
  return {
    fileName,
    content,
    integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
  }
}
