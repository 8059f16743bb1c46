import type { Command } from 'commander'
import type { Noun } from '../base/operation.ts'
import { getOperationVerbs } from '../base/operation-verbs.ts'
import type { Deps } from '../base/session.ts'
import { addBulkCommand, type BulkCommand } from '../bulk/bulk-command.ts'
import { bulkCommands } from '../generated/bulk-commands.ts'
import { addOperationCommand } from './api.ts'

/** Commands by noun that are written by hand instead of generated from the contract. Excludes bulk commands. */
const handWrittenCommands: Readonly<Record<string, () => Promise<((command: Command, deps: Deps) => void)[]>>> = {
  policies: async () => [
    (await import('./policies/search.ts')).addPolicySearchCommand,
    (await import('./policies/show.ts')).addPolicyShowCommand,
  ],
}

/** Returns the bulk commands of a noun. The file name of a bulk command starts with its noun. */
const loadBulkCommands = (noun: string): Promise<BulkCommand[]> =>
  Promise.all(
    Object.entries(bulkCommands)
      .filter(([name]) => name.startsWith(`${noun}-`))
      .map(async ([, load]) => (await load()).default),
  )

/**
 * Adds a noun's hand-written commands, its bulk commands, and a command for each remaining operation of the contract.
 */
export async function addNounCommands(command: Command, deps: Deps, noun: Noun): Promise<void> {
  for (const add of (await handWrittenCommands[noun.name]?.()) ?? []) add(command, deps)
  for (const bulk of await loadBulkCommands(noun.name)) addBulkCommand(command, deps, bulk)
  const taken = command.commands.map((child) => child.name())
  for (const [verb, operation] of getOperationVerbs(await noun.operations(), taken))
    addOperationCommand(command.command(verb).helpGroup('The API:'), deps, operation)
}
