import { CommandError } from '../../base/command-error.ts'
import { defineBulkCommand, formatCount } from '../../bulk/bulk-command.ts'
import { checkMonth, checkYesOrNo } from '../../bulk/checks.ts'
import { waitForJob } from '../../bulk/wait-for-job.ts'

export default defineBulkCommand({
  name: 'commissions run',
  summary: 'calculate commission months and wait for the result',
  consequence: (count) =>
    `The open lines of ${formatCount(count, 'month', 'months')} will be calculated, and closed with --close.`,
  id: 'month',
  columns: { close: { about: 'yes closes the statements permanently (default: no)', check: checkYesOrNo } },
  operation: 'startCommissionRun',
  supportsDryRun: true,
  input: ({ month = '', close }) => {
    const problem = checkMonth(month)
    if (problem) throw new CommandError(`month ${problem}`)
    const [year, one] = month.split('-').map(Number)
    return { body: { year: Number(year), month: Number(one), isClosing: close === 'yes' } }
  },
  shown: async (response, _, tideline, { isDryRun }) => {
    // The run of a dry run was rolled back, so it cannot be waited for.
    if (isDryRun) return {}
    const { getCommissionRun } = await import('@tideline/sdk/operations')
    const runId = response?.payload.runId ?? ''
    const { policyCount, calculatedCount } = await waitForJob(
      async () => (await tideline.call(getCommissionRun, { path: { runId } })).payload,
    )
    return { runId, policyCount, calculatedCount }
  },
})
