import { defineBulkCommand, formatCount } from '../../bulk/bulk-command.ts'
import { checkDate } from '../../bulk/checks.ts'

export default defineBulkCommand({
  name: 'moratoriums stop',
  summary: 'end events in all their counties',
  consequence: (count) => `${formatCount(count, 'event', 'events')} will end and cannot be changed afterward.`,
  id: 'id',
  columns: { stopDate: { about: 'stop date, yesterday or earlier, YYYY-MM-DD', required: true, check: checkDate } },
  operation: 'saveMoratorium',
  supportsDryRun: true,
  input: async ({ id = '', stopDate = '' }, tideline) => {
    const { getAdminMoratorium } = await import('@tideline/sdk/operations')
    const { createdAt: _, createdBy: __, ...event } = await tideline.call(getAdminMoratorium, { path: { id } })
    return { body: { ...event, stopDate } as never }
  },
  shown: (response) => ({ name: response?.payload.name, stopDate: response?.payload.stopDate }),
})
