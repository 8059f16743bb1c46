import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const isForeign = (name: string) => name.startsWith('.') || ['node_modules', 'dist', 'generated'].includes(name)

/**
 * Every file below a folder that somebody wrote, by its path from there with `/`, in order of name. What is installed or
 * generated is not even entered: other tests build there at the same moment, and a folder may go while it is read.
 */
export const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !isForeign(name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? sourcesIn(join(folder, entry.name)).map((path) => `${entry.name}/${path}`)
        : entry.isFile()
          ? [entry.name]
          : [],
    )
    .toSorted()
