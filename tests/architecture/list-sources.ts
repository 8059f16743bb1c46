import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const isGenerated = (name: string) => name.startsWith('.') || ['node_modules', 'dist', 'generated'].includes(name)

/**
 * Returns the sorted paths of all handwritten files below a folder. Skips generated and installed folders, because
 * other tests may change them at the same time.
 */
export const listSources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !isGenerated(name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? listSources(join(folder, entry.name)).map((path) => `${entry.name}/${path}`)
        : entry.isFile()
          ? [entry.name]
          : [],
    )
    .toSorted()
