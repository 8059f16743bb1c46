import { defineBulkCommand, formatCount } from '../../bulk/bulk-command.ts'
import { createChoiceCheck, splitList } from '../../bulk/checks.ts'

export default defineBulkCommand({
  name: 'moratoriums dry-run',
  summary: 'count the policies a moratorium would affect, without starting it',
  consequence: (count) => `${formatCount(count, 'event', 'events')} will be checked. None starts.`,
  id: 'name',
  columns: {
    kind: { about: 'bind or regulatory', required: true, check: createChoiceCheck('bind', 'regulatory') },
    products: { about: 'numbers of products, separated by commas', required: true },
    actions: { about: 'transactions to restrict, separated by commas', required: true },
    counties: { about: 'FIPS numbers of counties, separated by commas', required: true },
  },
  operation: 'previewMoratorium',
  takesKey: false,
  input: ({ kind, products = '', actions = '', counties = '' }) => ({
    body: {
      kind: kind as 'bind' | 'regulatory',
      products: splitList(products).map(Number) as never,
      actions: splitList(actions) as never,
      locations: splitList(counties).map((countyFips) => ({ countyFips })) as never,
      take: 1,
    },
  }),
  shown: (response) => ({
    policies: response?.payload.resultCount,
    ...Object.fromEntries(response?.payload.counts.map(({ action, policies }) => [action, policies]) ?? []),
  }),
})
