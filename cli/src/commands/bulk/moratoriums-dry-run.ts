import { getList, isOneOf } from '../../bulk/checks.ts'
import { bulkCommand, many } from '../../bulk.ts'

export default bulkCommand({
  name: 'moratoriums dry-run',
  summary: 'count the policies a moratorium would affect, without starting it',
  consequence: (count) => `${many(count, 'event', 'events')} will be checked. None starts.`,
  id: 'name',
  columns: {
    kind: { about: 'bind or regulatory', required: true, check: isOneOf('bind', 'regulatory') },
    products: { about: 'numbers of products, separated by commas', required: true },
    actions: { about: 'transactions to restrict, separated by commas', required: true },
    counties: { about: 'FIPS numbers of counties, separated by commas', required: true },
  },
  operation: 'previewMoratorium',
  takesKey: false,
  input: ({ kind, products = '', actions = '', counties = '' }) => ({
    body: {
      kind: kind as 'bind' | 'regulatory',
      products: getList(products).map(Number) as never,
      actions: getList(actions) as never,
      locations: getList(counties).map((countyFips) => ({ countyFips })) as never,
      take: 1,
    },
  }),
  shown: (answer) => ({
    policies: answer?.payload.resultCount,
    ...Object.fromEntries(answer?.payload.counts.map(({ action, policies }) => [action, policies]) ?? []),
  }),
})
