import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import ts from 'typescript'
import { sourcesIn } from './sources.ts'

/** Every file of a house with the files of that house that it imports: values, types and what it loads on demand. */
export type Imports = ReadonlyMap<string, readonly string[]>

const isSource = (path: string) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !/\.test\.tsx?$/.test(path)

/** Tests may reach wherever they look and are left out; paths are relative to `folder`, with `/`. */
export function getImports(folder: string): Imports {
  const known = new Set(sourcesIn(folder).filter(isSource))
  return new Map(
    [...known].map((path) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(folder, path), 'utf8'), true, true)
      const targets = importedFiles
        .filter(({ fileName }) => fileName.startsWith('.'))
        .map(({ fileName }) =>
          relative(folder, join(folder, dirname(path), fileName))
            .split(sep)
            .join('/'),
        )
      return [path, [...new Set(targets)].filter((target) => known.has(target))]
    }),
  )
}

/** The area of a file: its first folder, `.` for a file beside the folders. */
export const getArea = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '.')

/** Each import that goes up: from an area to one that comes later in the order. */
export function upward(imports: Imports, order: readonly string[]): string[] {
  const floor = (path: string) => order.indexOf(getArea(path))
  return [...imports].flatMap(([from, targets]) =>
    targets.filter((to) => floor(to) > floor(from)).map((to) => `${from} imports ${to}`),
  )
}

/** Files that import each other in a circle, each circle once; a file that nobody can come back to is in none. */
export function circles(imports: Imports): string[][] {
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
