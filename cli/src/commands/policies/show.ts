import type { Command } from 'commander'
import { CommandError, createUsageError, getErrorMessage, isTidelineError } from '../../base/command-error.ts'
import { printResponse } from '../../base/output.ts'
import { createSessionClient, type Deps, type GlobalOptions } from '../../base/session.ts'

export const addPolicyShowCommand = (policies: Command, deps: Deps) =>
  policies
    .command('show')
    .summary('show policies by number')
    .argument('<policyNo...>', 'policy numbers; use - to read them from stdin, one per line')
    .action((numbers: string[], _, command: Command) => show(deps, numbers, command.optsWithGlobals<GlobalOptions>()))

async function show(deps: Deps, given: string[], options: GlobalOptions): Promise<void> {
  const { io } = deps
  const numbers = given.includes('-') ? (await io.readStdin()).split(/\s+/).filter(Boolean) : given
  if (numbers.length === 0) throw createUsageError('No policy numbers on stdin.')
  const client = await createSessionClient(deps, options)
  const { getPolicyDetails } = await import('@tideline/sdk/operations')
  const found: unknown[] = []
  let missed = 0
  for (const policyNo of numbers) {
    try {
      const { payload } = await client.call(getPolicyDetails, { path: { policyNo } })
      found.push(payload)
    } catch (problem) {
      // If a policy does not exist, continues with the other policies. Without a session, no policy can be shown.
      if (numbers.length === 1 || !isTidelineError(problem) || problem.status === 401) throw problem
      missed++
      io.stderr.write(`${policyNo}: ${getErrorMessage(problem)}\n`)
    }
  }
  await printResponse(io, numbers.length === 1 ? found[0] : found, options.output)
  if (missed > 0) throw new CommandError(`${missed} of ${numbers.length} could not be shown.`)
}
