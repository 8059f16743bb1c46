import type { ScenarioState } from './scenario-state.ts'

/** Title of the review of return premium that would be refunded to a check that was recorded by hand (REF-13). */
const title = 'Refund to a check that no one has confirmed'

/**
 * Approves return premium that is on hold because staff recorded the checks of the scenario by hand. The supervisor
 * approves it, because the person who recorded a check cannot. Returns whether anything was on hold.
 */
export async function confirmChecks({ clients: { supervisor }, policies }: ScenarioState): Promise<boolean> {
  const { decideReview, listReviews } = await import('@tideline/sdk/operations')
  let hasConfirmed = false
  for (const [name, policyNo] of policies) {
    if (name === 'moratorium') continue
    const { payload } = await supervisor.call(listReviews, { path: { policyNo } })
    for (const { reviewId } of payload.filter((review) => review.state === 'open' && review.title === title)) {
      const body = { decision: 'approve', note: 'The bank has confirmed the check.' } as const
      await supervisor.call(decideReview, { path: { policyNo, reviewId }, body })
      hasConfirmed = true
    }
  }
  return hasConfirmed
}
