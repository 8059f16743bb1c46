import type { Command } from 'commander'
import { createUsageError } from '../base/command-error.ts'
import { printResponse } from '../base/output.ts'
import { createSessionClient, type Deps, type GlobalOptions } from '../base/session.ts'

const hoursPerUnit = { h: 1, d: 24, w: 168 }
/** Maximum number of hours per call. A longer advance is split into several calls to show progress. */
const maxHoursPerCall = hoursPerUnit.w

/**
 * Returns the number of hours in a duration such as `31d`.
 *
 * @throws a usage error if the text is invalid
 */
export function parseHours(input: string): number {
  const [, count = '', unit = ''] = /^(\d{1,5})([hdw])$/.exec(input) ?? []
  const hours = Number(count) * (hoursPerUnit[unit as keyof typeof hoursPerUnit] ?? 0)
  if (hours > 0) return hours
  throw createUsageError(`${input}: enter a number of hours, days or weeks, for example 12h, 31d or 2w.`)
}

/** Adds the commands that show and advance a sandbox clock. */
export function addClockCommands(program: Command, deps: Deps): void {
  const clock = program
    .command('clock')
    .summary('show or advance the clock of a sandbox')
    .action(async (_, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const tideline = await createSessionClient(deps, options)
      const { getClock } = await import('@tideline/sdk/operations')
      await printResponse(deps.io, (await tideline.call(getClock)).payload, options.output)
    })
  clock
    .command('advance')
    .summary('advance the clock; due jobs run')
    .argument('<time>', 'amount of time, for example 12h, 31d or 2w')
    .action(async (input: string, _, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const hours = parseHours(input)
      const tideline = await createSessionClient(deps, options)
      const { advanceClock } = await import('@tideline/sdk/operations')
      const ran = new Map<string, { job: string; runs: number; failures: number }>()
      let now = ''
      for (let left = hours; left > 0; left -= maxHoursPerCall) {
        const { payload } = await tideline.call(advanceClock, { body: { hours: Math.min(left, maxHoursPerCall) } })
        now = payload.now
        for (const { job, runs, failures } of payload.jobs) {
          const before = ran.get(job) ?? { job, runs: 0, failures: 0 }
          ran.set(job, { job, runs: before.runs + runs, failures: before.failures + failures })
        }
        if (left > maxHoursPerCall) deps.io.stderr.write(`${now}\n`)
      }
      deps.io.stderr.write(`It is ${now} now.\n`)
      await printResponse(deps.io, [...ran.values()], options.output, ['job', 'runs', 'failures'])
    })
}
