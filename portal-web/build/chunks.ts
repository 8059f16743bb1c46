import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { app, firstScreens } from './first-screens.ts'

/** So many of the first screens are most of them. */
const most = 5

const root = join(import.meta.dirname, '..')

/** What runs before all others; see `src/main.ts`. */
const main = 'src/main.ts'

/** All that these modules cannot run without, and they themselves. */
function getClosure(modules: readonly string[], importsOf: (id: string) => readonly string[]) {
  const found = new Set<string>()
  const wanted = modules.map((module) => join(root, module))
  for (let id = wanted.pop(); id !== undefined; id = wanted.pop()) {
    if (found.has(id)) continue
    found.add(id)
    wanted.push(...importsOf(id))
  }
  return found
}

/**
 * Which file a module goes to. On a phone each file costs a trip, six at a time: what the same first screens cannot run
 * without shares one, so that each of them gets few files and nothing that it does not need. All other modules stay where
 * the bundler puts them.
 */
export function getFirstScreensChunks(): Rolldown.CodeSplittingGroup[] {
  // An entry keeps a file of its own: whoever loads it runs nothing else by it.
  const entries = new Set([main, ...firstScreens.flatMap(({ modules }) => modules)].map((module) => join(root, module)))
  const closures = new Map<string, Set<string>>()
  const neededBy = (id: string, context: Rolldown.ChunkingContext): string[] => {
    if (closures.size === 0) {
      const importsOf = (of: string) => context.getModuleInfo(of)?.importedIds ?? []
      closures.set('first', getClosure([main], importsOf))
      closures.set('base', getClosure([app], importsOf))
      for (const [index, { modules }] of firstScreens.entries())
        closures.set(`${index}`, getClosure(modules, importsOf))
    }
    if (entries.has(id)) return []
    const by = [...closures].filter(([, closure]) => closure.has(id)).map(([name]) => name)
    // Small words that most of them use are not worth a trip of their own.
    return by.length >= most && !by.includes('first') ? ['base'] : by
  }
  const counts = firstScreens.map((_, index) => index + 1)
  const groups: Rolldown.CodeSplittingGroup[] = [
    { name: (id, context) => (neededBy(id, context)[0] === 'first' ? 'first' : null), priority: 30 },
    { name: (id, context) => (neededBy(id, context)[0] === 'base' ? 'base' : null), priority: 20 },
    // What more screens need goes first: a file takes what its modules need with it, unless that has a place already.
    ...counts.map(
      (count): Rolldown.CodeSplittingGroup => ({
        name: (id, context) => {
          const by = neededBy(id, context)
          return by.length === count ? `screens-${by.join('')}` : null
        },
        priority: count,
      }),
    ),
  ]
  return groups.map((group) => ({ ...group, debugName: `first screens ${group.priority}` }))
}
