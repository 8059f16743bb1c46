import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  name?: string
  isEntry?: boolean
  /** Chunks that are loaded together with this chunk. Excludes chunks that are loaded later. */
  imports?: string[]
}

/**
 * Returns the gzipped size in bytes of the scripts that a built app loads to show these modules, for example
 * `src/login/LoginPage.tsx`.
 */
export function getFirstLoadBytes(dist: string, modules: readonly string[]): number {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const keys = Object.keys(manifest)
  /**
   * Returns the manifest key of a module. The key is the path, or the file name if one importer loads the module later
   * and another loads it immediately.
   */
  const keyOf = (module: string) =>
    module in manifest ? module : (keys.find((key) => manifest[key]?.name === basename(module, '.tsx')) ?? module)
  const wanted = [...keys.filter((name) => manifest[name]?.isEntry), ...modules.map(keyOf)]
  const files = new Map<string, string>()
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (files.has(name)) continue
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no chunk of its own for ${name}`)
    files.set(name, chunk.file)
    wanted.push(...(chunk.imports ?? []))
  }
  return [...files.values()].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0)
}
