import { readdirSync } from 'node:fs'

/** Returns the sorted file names in the folder of bulk commands, without extension. */
export const findBulkCommands = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort()

/** Generates the module that loads the bulk commands. Its import paths are static so that the CLI can be bundled. */
export const generateBulkCommandsModule = (
  names: readonly string[],
): string => `// Generated from the names of cli/src/commands/bulk/*.ts by scripts/generate.ts. Do not edit.
import type { BulkCommand } from '../bulk/bulk-command.ts'

/** Loads each bulk command by name. A name starts with the noun. */
export const bulkCommands: Readonly<Record<string, () => Promise<{ default: BulkCommand }>>> = {
${names.map((name) => `  '${name}': () => import('../commands/bulk/${name}.ts'),\n`).join('')}}
`
