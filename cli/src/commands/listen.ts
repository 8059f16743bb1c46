import { type Command, InvalidArgumentError } from 'commander'
import { createUsageError } from '../base/command-error.ts'
import { createRenewingClient, type Deps, type GlobalOptions, isHttpUrl } from '../base/session.ts'
import { followEvents, getNewestCursor } from '../events/follow-events.ts'
import { type ForwardOutcome, forwardEvent, generateWebhookSecret, isWebhookSecret } from '../events/forward-event.ts'
import { parseEventTypes } from '../events/parse-event-types.ts'

interface Options extends GlobalOptions {
  forwardTo?: string
  events?: readonly string[]
  secret?: string
}

/** Adds the command that receives new events and forwards them to a webhook receiver on the user's computer. */
export const addListenCommand = (program: Command, deps: Deps) =>
  program
    .command('listen')
    .summary('receive new events, and forward them to a webhook receiver on your computer')
    .option('--forward-to <url>', 'URL of the receiver, for example http://localhost:3000/hook', parseUrl)
    .option('--events <types>', 'only these event types, separated by commas (default: all)', parseEventTypes)
    .option('--secret <secret>', 'secret that signs the events (default: a new secret in each run)', parseSecret)
    .action((_, command: Command) => listen(deps, command.optsWithGlobals<Options>()))

function parseUrl(text: string): string {
  if (!isHttpUrl(text)) throw new InvalidArgumentError('A URL, for example http://localhost:3000/hook.')
  return text
}

function parseSecret(text: string): string {
  if (!isWebhookSecret(text)) throw new InvalidArgumentError('A webhook secret begins with whsec_.')
  return text
}

async function listen(deps: Deps, options: Options): Promise<void> {
  const { io } = deps
  const { forwardTo, events, secret = generateWebhookSecret(), output } = options
  if (output === 'json' || output === 'csv') throw createUsageError('listen prints lines: use --output jsonl or table.')
  const abort = new AbortController()
  const removeListener = io.onInterrupt(() => abort.abort())
  try {
    const client = createRenewingClient(deps, options)
    const after = await getNewestCursor(await client())
    if (forwardTo) io.stderr.write(`Webhook secret: ${secret}\n`)
    io.stderr.write(`Waiting for events${forwardTo ? ` to forward to ${forwardTo}` : ''}. Press Ctrl+C to stop.\n`)
    const onRetry = (message: string, delayMs: number) =>
      io.stderr.write(`${message.split('\n')[0]} Retrying in ${delayMs / 1000} s.\n`)
    for await (const event of followEvents({ client, after, signal: abort.signal, onRetry })) {
      if (events && !events.includes(event.type)) continue
      const began = performance.now()
      const outcome = forwardTo ? await forwardEvent(forwardTo, secret, event, abort.signal) : undefined
      if (abort.signal.aborted) break
      const durationMs = Math.round(performance.now() - began)
      const line = { ...event, ...(outcome && { ...outcome, durationMs }) }
      io.stdout.write(output === 'jsonl' ? `${JSON.stringify(line)}\n` : formatLine(event, outcome, durationMs))
    }
  } finally {
    removeListener()
  }
}

interface PrintedEvent {
  id: string
  type: string
  occurredAt: string
}

/** Formats an event as one line: time, type, ID, and the receiver's status with the duration. */
function formatLine({ id, type, occurredAt }: PrintedEvent, outcome: ForwardOutcome | undefined, durationMs: number) {
  const result = outcome && ('status' in outcome ? String(outcome.status) : outcome.problem)
  return `${[occurredAt, type.padEnd(30), id, ...(result ? [result, `${durationMs} ms`] : [])].join('  ')}\n`
}
