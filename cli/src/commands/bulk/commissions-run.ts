import { isMonth, isYesOrNo } from '../../bulk/checks.ts'
import { untilDone } from '../../bulk/until-done.ts'
import { bulkCommand, many } from '../../bulk.ts'
import { Failure } from '../../failure.ts'

export default bulkCommand({
  name: 'commissions run',
  summary: 'calculate commission months and wait for the result',
  consequence: (count) =>
    `The open lines of ${many(count, 'month', 'months')} will be calculated, and closed with --close.`,
  id: 'month',
  columns: { close: { about: 'yes closes the statements permanently (default: no)', check: isYesOrNo } },
  operation: 'startCommissionRun',
  input: ({ month = '', close }) => {
    const problem = isMonth(month)
    if (problem) throw new Failure(`month ${problem}`)
    const [year, one] = month.split('-').map(Number)
    return { body: { year: Number(year), month: Number(one), isClosing: close === 'yes' } }
  },
  shown: async (answer, _, tideline) => {
    const { getCommissionRun } = await import('@tideline/sdk/operations')
    const runId = answer?.payload.runId ?? ''
    const { policyCount, reckonedCount } = await untilDone(
      async () => (await tideline.call(getCommissionRun, { path: { runId } })).payload,
    )
    return { runId, policyCount, reckonedCount }
  },
})
