import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
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

/** Packages in memory, by path. `pnpm start` replaces a file while the server is running, which changes its time. */
const loadedPackages = new Map<string, { changedAt: number; file: Promise<PackageFile> }>()

async function loadPackage(folder: string, fileName: string): Promise<PackageFile> {
  const content = await readFile(join(folder, fileName))
  return { fileName, content, integrity: `sha512-${createHash('sha512').update(content).digest('base64')}` }
}

/**
 * Returns a packed package, or undefined if this server has none. Each file is read and hashed only once, because
 * downloads are public.
 */
export async function readPackage(name: PackageName, folder = packagesFolder): Promise<PackageFile | undefined> {
  const files = await readdir(folder).catch(() => [])
  const fileName = files.find((file) => fileNamePattern.exec(file)?.groups?.name === name)
  if (!fileName) return undefined
  const path = join(folder, fileName)
  const { mtimeMs: changedAt } = await stat(path)
  const loaded = loadedPackages.get(path)
  if (loaded?.changedAt === changedAt) return loaded.file
  const file = loadPackage(folder, fileName)
  loadedPackages.set(path, { changedAt, file })
  file.catch(() => loadedPackages.delete(path))
  return file
}
