import type { Tideline } from '@tideline/sdk'
import { callWithApproval } from './call-with-approval.ts'
import { getPolicyNo, type StepRunners } from './scenario-state.ts'

type BillingStep = 'allowFlat' | 'mail' | 'reprint'

const sdk = () => import('@tideline/sdk/operations')

/** Returns the letters of the policy that are not mailed, oldest first. */
async function listUnmailedLetters(client: Tideline, policyNo: string) {
  const query = { filter: { policyNo, state: 'queued' as const }, sort: ['createdAt', 'ASC'] as never }
  return client.call((await sdk()).listAdminLetters, { query })
}

/** Steps of unpaid policies: notice periods, and letters of the print queue. */
export const billingStepRunners: Pick<StepRunners, BillingStep> = {
  allowFlat: async (state, { product }, client) => {
    const { createAdminNoticePeriod, listAdminNoticePeriods } = await sdk()
    const filter = { state: 'FL', reason: 'notTaken' as const }
    const periods = await client.call(listAdminNoticePeriods, { query: { filter, sort: ['state', 'ASC'] as never } })
    if (periods.some(({ productId, isFlatAllowed }) => productId === product && isFlatAllowed)) return
    await callWithApproval(state, () =>
      client.call(createAdminNoticePeriod, {
        body: { ...filter, productId: product, noticeDays: 10, isFlatAllowed: true, source: 'Scenario' },
      }),
    )
  },
  mail: async (state, { of }, client) => {
    const { recordLetterMailing } = await sdk()
    const letters = await listUnmailedLetters(client, getPolicyNo(state, of))
    if (letters.length === 0) throw new Error('The print queue has no letter of the policy.')
    for (const { id: letterId } of letters)
      await client.call(recordLetterMailing, { path: { letterId }, body: { mailedOn: state.today } })
  },
  reprint: async (state, { of }, client) => {
    const [letter] = await listUnmailedLetters(client, getPolicyNo(state, of))
    if (!letter) throw new Error('The print queue has no letter of the policy.')
    await client.call((await sdk()).reprintCancellationNotice, { path: { letterId: letter.id } })
  },
}
