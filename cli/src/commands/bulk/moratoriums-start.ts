import { defineBulkCommand, formatCount } from '../../bulk/bulk-command.ts'
import { checkDate, createChoiceCheck, splitList } from '../../bulk/checks.ts'

export default defineBulkCommand({
  name: 'moratoriums start',
  summary: 'restrict binding or cancellation in counties',
  consequence: (count) => `${formatCount(count, 'event', 'events')} will apply to everyone from the start date.`,
  id: 'name',
  columns: {
    kind: { about: 'bind or regulatory', required: true, check: createChoiceCheck('bind', 'regulatory') },
    reason: { about: 'reason, in one sentence', required: true },
    startDate: { about: 'start date, YYYY-MM-DD', required: true, check: checkDate },
    products: { about: 'numbers of products, separated by commas', required: true },
    actions: { about: 'restricted transactions, separated by commas', required: true },
    counties: { about: 'FIPS numbers of counties, separated by commas', required: true },
    peril: { about: 'for example hurricane' },
  },
  operation: 'saveMoratorium',
  supportsDryRun: true,
  // The server validates products, actions and counties.
  input: ({ name = '', kind, reason = '', startDate = '', products = '', actions = '', counties = '', peril }) => ({
    body: {
      name,
      kind: kind as 'bind' | 'regulatory',
      reason,
      startDate,
      products: splitList(products).map(Number) as never,
      actions: splitList(actions) as never,
      locations: splitList(counties).map((countyFips) => ({ countyFips })) as never,
      ...(peril && { peril }),
    },
  }),
  shown: (response) => ({ id: response?.payload.id, startDate: response?.payload.startDate }),
})
