import { type Command, InvalidArgumentError, Option } from 'commander'
import { buildBody } from '../base/body.ts'
import { createUsageError } from '../base/command-error.ts'
import type { Noun, Operation, OperationParameter, OperationValue } from '../base/operation.ts'
import { printResponse } from '../base/output.ts'
import { isPagedOperation, printAllPages } from '../base/print-all-pages.ts'
import { callOperation, isFileResponse, saveResponse } from '../base/response.ts'
import { createPublicClient, createSessionClient, type Deps, type GlobalOptions } from '../base/session.ts'

interface Options extends GlobalOptions {
  all?: boolean
  body?: string
  out?: string
  [flag: string]: unknown
}

/** Adds every operation of the contract to `tideline api`. */
export async function addApiCommands(api: Command, deps: Deps, nouns: readonly Noun[]): Promise<void> {
  api
    .description('Call any operation of the API. `tideline api <operation> --help` shows its flags.')
    .usage('<operation> [flags]')
  for (const noun of nouns)
    for (const operation of await noun.operations())
      addOperationCommand(api.command(operation.id).helpGroup(`${noun.name}:`), deps, operation)
}

/** Connects a command to an operation. Flags become parameters and body fields of the operation. */
export function addOperationCommand(command: Command, deps: Deps, operation: Operation): void {
  const { body, parameters } = operation
  command
    .summary(operation.summary)
    .description(getHelp(operation))
    .option('--out <file>', 'write the response to a file')
  for (const parameter of parameters) command.addOption(getOption(parameter).makeOptionMandatory(parameter.required))
  if (isPagedOperation(operation)) command.option('--all', 'all rows of the list, page by page')
  if (body) command.option('--body <json>', 'the complete body: JSON, @file, or - for stdin')
  for (const field of body?.fields ?? []) command.addOption(getOption(field).helpGroup('Fields of the body:'))
  if (body?.example) command.addHelpText('after', `\nA body: ${body.example}`)
  command.action(() => call(deps, operation, command.optsWithGlobals<Options>()))
}

const getHelp = ({ method, path, description, access }: Operation) =>
  [`${method} ${path}`, description, `Access: ${access}.`].join('\n\n')

function getOption({ flag, kind, name, description, choices, required }: OperationValue): Option {
  const value = kind === 'boolean' ? '[true|false]' : kind === 'list' ? `<${name},...>` : `<${kind}>`
  const option = new Option(`--${flag} ${value}`, required ? `${description} (required)`.trim() : description)
  switch (kind) {
    case 'boolean':
      // A flag without a value is true.
      return option.argParser(parseBoolean)
    case 'integer':
      return option.argParser(withChoices(choices, integer))
    case 'number':
      return option.argParser(number)
    case 'json':
      return option.argParser(json)
    case 'file':
      return option.argParser((path: string, before: string[] | undefined) => [...(before ?? []), path])
    case 'list':
      return option.argParser((text: string, before: string[] | undefined) => [...(before ?? []), ...text.split(',')])
    case 'text':
      return choices ? option.choices(choices) : option
  }
}

const parseBoolean = (text: string) => {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('true or false.')
  return text === 'true'
}
const number = (text: string) => {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('Not a number.')
  return value
}
const integer = (text: string) => {
  if (!/^-?\d+$/.test(text)) throw new InvalidArgumentError('Not a whole number.')
  return Number(text)
}
const withChoices = (choices: readonly string[] | undefined, parse: (text: string) => number) => (text: string) => {
  if (choices && !choices.includes(text)) throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`)
  return parse(text)
}
const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidArgumentError('Not valid JSON.')
  }
}

/** Returns the values of the given flags by their API names. */
function getGivenValues(values: readonly OperationValue[], options: Options): Record<string, unknown> {
  const pairs = values.map((value) => [value.name, options[getOption(value).attributeName()]] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

async function call(deps: Deps, operation: Operation, options: Options): Promise<void> {
  if (isFileResponse(operation) && !options.out && deps.io.stdout.isTerminal)
    throw createUsageError('The response is a file. Use --out <file>.')
  const inside = (where: OperationParameter['in']) =>
    getGivenValues(
      operation.parameters.filter((parameter) => parameter.in === where),
      options,
    )
  const body = operation.body
    ? await buildBody(deps.io, operation.body, options.body, getGivenValues(operation.body.fields, options))
    : undefined
  const tideline = await (operation.isOpen ? createPublicClient : createSessionClient)(deps, options)
  const input = { path: inside('path'), query: inside('query'), headers: inside('header'), body }
  if (options.all) return printAllPages(deps.io, tideline, operation, input, options)
  const { data: response, version } = await callOperation(tideline.client, operation, input)
  if (version) deps.io.stderr.write(`ETag: ${version}\n`)
  if (options.out) {
    await saveResponse(options.out, response)
    deps.io.stderr.write(`Saved as ${options.out}.\n`)
  } else if (typeof response === 'string' || response instanceof Uint8Array) deps.io.stdout.write(response)
  else await printResponse(deps.io, response, options.output)
}
