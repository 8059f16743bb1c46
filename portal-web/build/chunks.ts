import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { appModule, firstScreens } from './first-screens.ts'

/** A module that at least this many first screens need goes into the `base` chunk. */
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
 * Decides which chunk a module goes to. Modules that the same first screens need share one chunk, so that a phone,
 * which loads six files at a time, needs few requests and no unused code. The bundler places all other modules.
 */
export function getFirstScreenChunkGroups(): Rolldown.CodeSplittingGroup[] {
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
    // Small modules that most first screens need are not worth a separate request.
    return by.length >= sharedScreenCount && !by.includes('first') ? ['base'] : by
  }
  const counts = firstScreens.map((_, index) => index + 1)
  const groups: Rolldown.CodeSplittingGroup[] = [
    { name: (id, context) => (getDependentScreens(id, context)[0] === 'first' ? 'first' : null), priority: 30 },
    { name: (id, context) => (getDependentScreens(id, context)[0] === 'base' ? 'base' : null), priority: 20 },
    // Groups that more screens share have a higher priority: a chunk includes the imports of its modules unless another
    // chunk already has them.
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
