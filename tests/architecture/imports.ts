import { readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, relative, sep } from 'node:path'
import ts from 'typescript'
import { listSources } from './list-sources.ts'

/**
 * Files of a package, each with the files it imports from the same package. Includes type imports, dynamic imports, and
 * files imported with Vite's `import.meta.glob`.
 */
export type Imports = ReadonlyMap<string, readonly string[]>

/** Returns the patterns of the source's `import.meta.glob` calls. */
const getGlobs = (source: string) =>
  [...source.matchAll(/import\.meta\.glob[^(]*\('([^']+)'/g)].flatMap(([, pattern]) => pattern ?? [])

const isSource = (path: string) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !/\.test\.tsx?$/.test(path)

/**
 * Returns the imports of all source files below a folder. Skips tests, which may import anything. Paths are relative to
 * `folder` and use `/`.
 */
export function getImports(folder: string): Imports {
  const known = new Set(listSources(folder).filter(isSource))
  return new Map(
    [...known].map((path) => {
      const source = readFileSync(join(folder, path), 'utf8')
      const resolvePath = (target: string) =>
        relative(folder, join(folder, dirname(path), target))
          .split(sep)
          .join('/')
      const targets = ts
        .preProcessFile(source, true, true)
        .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
        .map(({ fileName }) => resolvePath(fileName))
      const globs = getGlobs(source).map(resolvePath)
      const matches = [...known].filter((one) => globs.some((glob) => matchesGlob(one, glob)))
      return [path, [...new Set([...targets, ...matches])].filter((target) => known.has(target))]
    }),
  )
}

/** Returns the area of a file: its first folder, or `.` for a file outside of any folder. */
export const getArea = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '.')

/** Returns all imports of an area that comes later in the order. */
export function findUpwardImports(imports: Imports, order: readonly string[]): string[] {
  const floor = (path: string) => order.indexOf(getArea(path))
  return [...imports].flatMap(([from, targets]) =>
    targets.filter((to) => floor(to) > floor(from)).map((to) => `${from} imports ${to}`),
  )
}

/** Returns all import cycles without duplicates. */
export function findImportCycles(imports: Imports): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const visit = (path: string, way: readonly string[]) => {
    const start = way.indexOf(path)
    if (start >= 0) found.push([...way.slice(start), path])
    if (start >= 0 || done.has(path)) return
    for (const target of imports.get(path) ?? []) visit(target, [...way, path])
    done.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  return found
}
