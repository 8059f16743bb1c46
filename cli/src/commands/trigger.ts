import type { Command } from 'commander'
import { CommandError, createUsageError } from '../base/command-error.ts'
import { printResponse } from '../base/output.ts'
import type { Deps, GlobalOptions } from '../base/session.ts'
import { getNewestCursor } from '../events/follow-events.ts'
import { parseEventTypes } from '../events/parse-event-types.ts'
import { createSandboxClients, defaultDemoPassword } from '../scenarios/sandbox-clients.ts'

interface Options extends GlobalOptions {
  list?: true
  password: string
}

/** Adds the command that publishes an event in a sandbox by changing test data through the API. */
export const addTriggerCommand = (program: Command, deps: Deps) =>
  program
    .command('trigger')
    .summary('publish an event in a sandbox, for example payment.paid')
    .argument('[event]', 'event type, as listed by `tideline trigger --list`', (text) => parseEventTypes(text)[0])
    .option('--list', 'list the events and how they are published')
    .option('--password <password>', 'of the demo log-ins', defaultDemoPassword)
    .action((event: string | undefined, _, command: Command) => {
      const options = command.optsWithGlobals<Options>()
      return options.list ? listTriggers(deps, options) : trigger(deps, event, options)
    })

async function listTriggers({ io }: Deps, { output }: Options): Promise<void> {
  const { triggers } = await import('../scenarios/triggers.ts')
  const rows = Object.entries(triggers).map(([event, how]) => ({
    event,
    how: typeof how === 'string' ? how : `tideline trigger ${event}`,
  }))
  await printResponse(io, rows, output)
}

async function trigger(deps: Deps, event: string | undefined, options: Options): Promise<void> {
  const { io } = deps
  const { triggers } = await import('../scenarios/triggers.ts')
  if (!event) throw createUsageError('Specify an event type. `tideline trigger --list` lists them.')
  const how = triggers[event as keyof typeof triggers]
  if (typeof how === 'string') throw createUsageError(`${event} has no trigger. ${how}`)
  const [{ runSteps }, { listEvents }] = await Promise.all([
    import('../scenarios/run-steps.ts'),
    import('@tideline/sdk/operations'),
  ])
  const clients = await createSandboxClients(deps, options, options.password)
  const { staff } = clients.clients
  let after = await getNewestCursor(staff)
  const state = await runSteps(how.steps, clients, (now) => io.stderr.write(`${now}\n`))
  await how.call?.(state)
  const published: object[] = []
  for (let hasMore = true; hasMore; ) {
    const { payload } = await staff.call(listEvents, { query: { after, limit: 500 } })
    published.push(...payload.events.filter(({ type }) => type === event))
    after = payload.after
    hasMore = payload.hasMore
  }
  if (published.length === 0) throw new CommandError(`${event} was not published.`)
  await printResponse(io, published, options.output)
}
