import { type Command, InvalidArgumentError, Option } from 'commander'
import { printResponse } from '../../base/output.ts'
import { createSessionClient, type Deps, type GlobalOptions } from '../../base/session.ts'

interface Options extends GlobalOptions {
  agency?: string
  quote?: string
  insured?: string
  address?: string
  match: keyof typeof modes
  own?: boolean
  sort?: (typeof sortFields)[number]
  ascending?: boolean
  take: number
  skip: number
}

const modes = { contains: 1, starts: 2, exact: 3 } as const
const sortFields = ['policyNo', 'insuredName', 'address', 'agencyNo', 'inceptionDate', 'totalPremium'] as const

const columns = ['policyNo', 'status', 'insuredName', 'inceptionDate', 'totalPremium', 'agencyNo', 'address'] as const

const count = (least: number, most: number) => (text: string) => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most)
    throw new InvalidArgumentError(`A whole number from ${least} to ${most}.`)
  return value
}

export const addPolicySearchCommand = (policies: Command, deps: Deps) =>
  policies
    .command('search')
    .summary('find policies by number, name or address')
    .argument('[text]', 'text in policy number, quote number, name or address')
    .option('--agency <number>', 'only policies of this agency and its sub-agencies')
    .option('--quote <number>', 'quote or policy number')
    .option('--insured <name>', "the insured's name")
    .option('--address <text>', 'the insured location')
    .addOption(new Option('--match <how>', 'how the words match').choices(Object.keys(modes)).default('contains'))
    .option('--own', 'only your own agency, without sub-agencies')
    .addOption(new Option('--sort <field>', 'what to sort by').choices(sortFields))
    .option('--ascending', 'smallest first')
    .option('--take <count>', 'how many rows at most', count(1, 1000), 50)
    .option('--skip <count>', 'how many rows to pass over', count(0, 2_147_483_647), 0)
    .action((text: string | undefined, _, command: Command) => search(deps, text, command.optsWithGlobals<Options>()))

async function search(deps: Deps, text: string | undefined, options: Options): Promise<void> {
  const client = await createSessionClient(deps, options)
  const { searchPolicies } = await import('@tideline/sdk/operations')
  const { payload } = await client.call(searchPolicies, {
    query: {
      ...(text ? { search: text } : {}),
      ...(options.agency ? { AgentNumber: options.agency } : {}),
      ...(options.quote ? { QuoteNumber: options.quote } : {}),
      ...(options.insured ? { InsuredName: options.insured } : {}),
      ...(options.address ? { Address: options.address } : {}),
      ...(options.sort ? { sortField: options.sort } : {}),
      ...(options.ascending ? { sortDirection: 'asc' as const } : {}),
      searchMode: modes[options.match],
      SearchScope: options.own ? 1 : 2,
      take: options.take,
      skip: options.skip,
    },
  })
  await printResponse(deps.io, payload, options.output, columns)
  const { policies, resultCount, isCapped } = payload
  if (deps.io.stdout.isTerminal && policies.length < resultCount)
    deps.io.stderr.write(
      `${policies.length} of ${isCapped ? 'more than ' : ''}${resultCount}. Use --skip and --take to show others.\n`,
    )
}
