import { addDays } from '../calendar/days.ts'
import { findProduct } from '../catalog/products.ts'
import { createClaim, updateClaim } from '../claims/write-claim.ts'
import { saveNote } from '../notes/write-note.ts'
import type { DemoActors } from './actors.ts'
import type { DemoPolicyScenario } from './demo-policies.ts'
import type { RandomGenerator } from './random.ts'
import { getSimulatedTime, type Simulation } from './simulation.ts'

export const demoAdjuster = {
  adjusterName: 'Dana Adjuster',
  adjusterEmail: 'dana.adjuster@example.com',
  adjusterPhone: '813-555-0177',
}

const callLog = {
  type: 'callLog',
  note: 'The caller asked about the balance due.',
  reason: 'Make a payment, Policy/payment status',
  meta: JSON.stringify({
    IsInboundCall: true,
    CallerType: 'insured',
    OrganizationName: '',
    CallerName: 'The insured',
    CallerPhone: '555-555-0100',
  }),
} as const

/** Simulates notes, call logs and claims that policy service staff added to some policies. */
export async function simulateServiceRecords(
  past: Simulation,
  { internal }: DemoActors,
  scenarios: DemoPolicyScenario[],
  random: RandomGenerator,
): Promise<void> {
  const { today } = past
  for (const [index, { policy, outcome }] of scenarios.entries()) {
    const { policyNo, productId } = policy
    if (index % 3 === 0) {
      const note = random.pick([
        'Sent the declarations page.',
        'The insured asked about the deductible.',
        'Lender details updated.',
      ])
      await past.play(getSimulatedTime(addDays(today, -(index % 60))), internal, (ctx) =>
        saveNote(ctx, policyNo, { note, isPrivate: index % 6 === 0 }),
      )
    }
    if (index % 10 === 0)
      await past.play(getSimulatedTime(addDays(today, -(index % 40))), internal, (ctx) =>
        saveNote(ctx, policyNo, callLog),
      )
    const isFlood = findProduct(productId)?.line !== 'earthquake'
    if (index % 10 === 7 && outcome === 'none' && isFlood && policy.inception < addDays(today, -40))
      await simulateClaim(past, internal, policy, random.pick(['Open', 'In Review', 'Closed'] as const))
  }
}

/** Simulates a claim for a loss 20 days after inception, reported two days later. */
async function simulateClaim(
  past: Simulation,
  internal: DemoActors['internal'],
  { policyNo, inception }: DemoPolicyScenario['policy'],
  status: 'Open' | 'In Review' | 'Closed',
) {
  const dateOfLoss = addDays(inception, 20)
  const noticeDate = addDays(dateOfLoss, 2)
  const description = 'Water on the ground floor.'
  const claim = { policyNo, noticeDate, dateOfLoss, causeOfLoss: 'flood', description, ...demoAdjuster } as const
  await past.play(getSimulatedTime(noticeDate), internal, async (ctx) => {
    const { id } = await createClaim(ctx, claim)
    if (status !== 'Open') await updateClaim(ctx, id, { ...claim, status })
  })
}
