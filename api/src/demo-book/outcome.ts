import { CancelReasonCode } from '@tideline/sdk/words'
import { addDays, addYear, getEarlierDate, getLaterDate } from '../calendar/days.ts'
import { readCancellation } from '../lifecycle/cancel/describe-cancellation.ts'
import { finalizeCancellation } from '../lifecycle/cancel/finalize-cancellation.ts'
import { requestCancellation } from '../lifecycle/cancel/request-cancellation.ts'
import { nonRenewPolicy } from '../lifecycle/non-renew/non-renew.ts'
import type { DemoActors } from './actors.ts'
import { type DemoPolicyScenario, endOfTermReasons } from './demo-policies.ts'
import { signForBothParties } from './sign-documents.ts'
import { getSimulatedTime, type Simulation } from './simulation.ts'

/**
 * Returns the date of the cancellation or non-renewal request: two weeks ago, unless the reason requires another date.
 */
function getRequestDate({ policy, reason }: DemoPolicyScenario, today: string): string {
  const lately = addDays(today, -14)
  if (reason === CancelReasonCode.beforeInception) return addDays(policy.inception, -5)
  if (endOfTermReasons.includes(reason ?? '')) return getEarlierDate(lately, addDays(addYear(policy.inception), -5))
  return lately
}

const getStatus = ({ db }: Simulation, policyNo: string) =>
  db
    .selectFrom('policies')
    .select(['policy_id', 'pending_cancel_at', 'cancel_effective_date'])
    .where('policy_no', '=', policyNo)
    .executeTakeFirstOrThrow()

/** Simulates the outcome of a policy: a pending cancellation, a cancellation or a non-renewal. */
export async function simulateOutcome(
  past: Simulation,
  actors: DemoActors,
  scenario: DemoPolicyScenario,
): Promise<void> {
  const { policy, outcome, reason } = scenario
  const { policyNo } = policy
  const day = getRequestDate(scenario, past.today)
  if (outcome === 'nonRenewed')
    await past.play(getSimulatedTime(day), actors.internal, (ctx) =>
      nonRenewPolicy(ctx, { policyNo, note: 'The reinsurer left the region.' }),
    )
  if (outcome !== 'pendingCancel' && outcome !== 'cancelled') return
  await past.play(getSimulatedTime(day), actors.internal, (ctx) =>
    requestCancellation(ctx, {
      policyNo,
      reasonCode: reason,
      note: { note: 'Requested by phone.', isPrivate: false },
      effectiveDate: day,
      suppressNotification: false,
    }),
  )
  if (outcome === 'cancelled') await completeCancellation(past, actors, scenario, addDays(day, 1))
}

/**
 * Signs the cancellation request for both parties. If it was not finalized automatically, staff finalize it on its
 * effective date.
 */
export async function completeCancellation(
  past: Simulation,
  actors: DemoActors,
  { policy }: Pick<DemoPolicyScenario, 'policy'>,
  day: string,
) {
  const { policyNo } = policy
  await signForBothParties(past.db, actors, policyNo, getSimulatedTime(day))
  const { pending_cancel_at, cancel_effective_date } = await getStatus(past, policyNo)
  if (!pending_cancel_at) return
  const when = getSimulatedTime(getLaterDate(day, cancel_effective_date ?? day))
  const needsColleague = await past.play(when, actors.internal, async (ctx) => {
    const { requiresSecondPerson } = await readCancellation(ctx, policyNo)
    return requiresSecondPerson
  })
  await past.play(when, needsColleague ? actors.superuser : actors.internal, (ctx) =>
    finalizeCancellation(ctx, { policyNo, note: undefined }),
  )
}
