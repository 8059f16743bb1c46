import { type Command, InvalidArgumentError, Option } from 'commander'
import { answerOf, isFile, saveAnswer } from '../answer.ts'
import { bodyOf } from '../body.ts'
import { wrongUsage } from '../failure.ts'
import type { Operation, Parameter, Value } from '../operation.ts'
import { print } from '../output.ts'
import { type Deps, type GlobalOptions, openClient, signedInClient } from '../session.ts'

interface Options extends GlobalOptions {
  body?: string
  out?: string
  [flag: string]: unknown
}

/** Adds `tideline api <operationId>` for every operation of the contract. */
export function addApi(program: Command, deps: Deps, operations: readonly Operation[]): void {
  const api = program
    .command('api')
    .summary('call any operation of the API by its name')
    .description('Call any operation of the API. `tideline api <operation> --help` shows its flags.')
    .usage('<operation> [flags]')
  for (const operation of operations) addOperation(api, deps, operation)
}

function addOperation(api: Command, deps: Deps, operation: Operation): void {
  const { body, parameters } = operation
  const command = api
    .command(operation.id)
    .helpGroup(`${operation.tag}:`)
    .summary(operation.summary)
    .description(helpOf(operation))
    .option('--out <file>', 'write the answer to a file')
  for (const parameter of parameters) command.addOption(optionOf(parameter).makeOptionMandatory(parameter.required))
  if (body) command.option('--body <json>', 'the whole body: JSON, @file, or - for stdin')
  for (const field of body?.fields ?? []) command.addOption(optionOf(field).helpGroup('Fields of the body:'))
  if (body?.example) command.addHelpText('after', `\nA body: ${body.example}`)
  command.action(() => call(deps, operation, command.optsWithGlobals<Options>()))
}

const helpOf = ({ method, path, description, access }: Operation) =>
  [`${method} ${path}`, description, `Who may call it: ${access}.`].join('\n\n')

function optionOf({ flag, kind, name, description, choices, required }: Value): Option {
  const value = kind === 'boolean' ? '[true|false]' : kind === 'list' ? `<${name},...>` : `<${kind}>`
  const option = new Option(`--${flag} ${value}`, required ? `${description} (required)`.trim() : description)
  switch (kind) {
    case 'boolean':
      return option.preset('true').argParser(truth)
    case 'integer':
      return option.argParser(among(choices, integer))
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

const truth = (text: string) => {
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
const among = (choices: readonly string[] | undefined, parse: (text: string) => number) => (text: string) => {
  if (choices && !choices.includes(text)) throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`)
  return parse(text)
}
const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidArgumentError('Not JSON.')
  }
}

/** The values that were given, under their names on the wire. */
function given(values: readonly Value[], options: Options): Record<string, unknown> {
  const pairs = values.map((value) => [value.name, options[optionOf(value).attributeName()]] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

async function call(deps: Deps, operation: Operation, options: Options): Promise<void> {
  if (isFile(operation) && !options.out && deps.io.stdout.isTerminal)
    throw wrongUsage('The answer is a file: give --out <file>.')
  const inside = (where: Parameter['in']) =>
    given(
      operation.parameters.filter((parameter) => parameter.in === where),
      options,
    )
  const body = operation.body
    ? await bodyOf(deps.io, operation.body, options.body, given(operation.body.fields, options))
    : undefined
  const { client } = await (operation.isOpen ? openClient : signedInClient)(deps, options)
  const answer = await answerOf(client, operation, {
    path: inside('path'),
    query: inside('query'),
    headers: inside('header'),
    body,
  })
  if (options.out) {
    await saveAnswer(options.out, answer)
    deps.io.stderr.write(`Saved as ${options.out}.\n`)
  } else if (typeof answer === 'string' || answer instanceof Uint8Array) deps.io.stdout.write(answer)
  else await print(deps.io, answer, options.output)
}
