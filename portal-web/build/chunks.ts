import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { appModule, firstScreens } from './first-screens.ts'

/**
 * A module belongs to the shared `base` chunk if at least this many first screens use the module. First screens are the
 * screens that users open directly.
 */
const sharedScreenCount = 5

const root = join(import.meta.dirname, '..')

/** The module that runs first. */
const main = 'src/main.ts'

/** Returns the modules and all their static imports. */
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
 * Groups modules into chunks. Modules that the same first screens use share a chunk: a phone then sends few requests
 * and loads no unused code. The bundler assigns all other modules.
 */
export function getInitialChunkGroups(): Rolldown.CodeSplittingGroup[] {
  // Entry modules keep their own chunk, so that loading one does not run another.
  const entries = new Set([main, ...firstScreens.flatMap(({ modules }) => modules)].map((module) => join(root, module)))
  const closures = new Map<string, Set<string>>()
  const getDependentScreens = (id: string, context: Rolldown.ChunkingContext): string[] => {
    if (closures.size === 0) {
      const importsOf = (of: string) => context.getModuleInfo(of)?.importedIds ?? []
      closures.set('first', getClosure([main], importsOf))
      closures.set('base', getClosure([appModule], importsOf))
      for (const [index, { modules }] of firstScreens.entries())
        closures.set(`${index}`, getClosure(modules, importsOf))
    }
    if (entries.has(id)) return []
    const by = [...closures].filter(([, closure]) => closure.has(id)).map(([name]) => name)
    // Adds small modules that most first screens use to `base` because a separate request would be slower.
    return by.length >= sharedScreenCount && !by.includes('first') ? ['base'] : by
  }
  const counts = firstScreens.map((_, index) => index + 1)
  const groups: Rolldown.CodeSplittingGroup[] = [
    { name: (id, context) => (getDependentScreens(id, context)[0] === 'first' ? 'first' : null), priority: 30 },
    { name: (id, context) => (getDependentScreens(id, context)[0] === 'base' ? 'base' : null), priority: 20 },
    // Gives a higher priority to groups that more screens share. A chunk includes its modules' imports unless a chunk
    // with a higher priority already contains them.
    ...counts.map(
      (count): Rolldown.CodeSplittingGroup => ({
        name: (id, context) => {
          const by = getDependentScreens(id, context)
          return by.length === count ? `screens-${by.join('')}` : null
        },
        priority: count,
      }),
    ),
  ]
  return groups.map((group) => ({ ...group, debugName: `first screens ${group.priority}` }))
}
