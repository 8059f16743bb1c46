import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { plusDays } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'
import { postChange, postReversal } from './post-change.ts'
import type { DemoPolicy } from './write-policy.ts'

/** Ways in which a policy changes while it lives; `grouped` are two endorsements bound together. */
export const endorsementKinds = ['EB', 'EBM', 'EBR', 'EBO', 'grouped', 'MA', 'lower'] as const
export type EndorsementKind = (typeof endorsementKinds)[number]

const isEarthquake = (productId: number) => productId === 4 || productId === 5

/**
 * Changes an active policy, posted on `day`: a tenth of its building limit and of its premium more, or with `lower` less,
 * taxed at the policy's own rate. A manual adjustment gives five dollars back and moves no limit.
 */
export async function endorse(
  trx: Transaction<DB>,
  policyId: string,
  policy: DemoPolicy,
  kind: EndorsementKind,
  day: string,
): Promise<void> {
  const grossCents = Math.round(policy.grossCents / 10)
  const rate = policy.tax.premiumCents / (policy.grossCents + policy.feeCents)
  const taxOf = (cents: number) => ({ premiumCents: Math.round(cents * rate), stampingCents: 0, emergencyCents: 0 })
  const limitCents = isEarthquake(policy.productId) ? 0 : policy.buildingCents / 10
  const raise = (type: string, when: string, more: { effective?: string; groupId?: string } = {}) =>
    postChange(trx, policyId, {
      type,
      day: when,
      description: 'Building coverage raised',
      grossCents,
      tax: taxOf(grossCents),
      limitCents,
      ...more,
    })
  switch (kind) {
    case 'EB':
    case 'EBM':
      await raise(kind, day)
      return
    case 'lower':
      await postChange(trx, policyId, {
        type: 'EB',
        day,
        description: 'Building coverage lowered',
        grossCents: -grossCents,
        tax: taxOf(-grossCents),
        limitCents: -limitCents,
      })
      return
    case 'EBR':
      await raise('EB', plusDays(day, -7))
      await postReversal(trx, policyId, {
        type: 'EBR',
        day,
        description: 'Endorsement reversed',
        limitCents: -limitCents,
      })
      return
    case 'EBO':
      await raise('EB', plusDays(day, -7))
      await raise('EBO', day, { effective: plusDays(day, -21) })
      return
    case 'grouped': {
      const groupId = randomUUID()
      await raise('EB', day, { groupId })
      await raise('EB', day, { groupId })
      return
    }
    case 'MA':
      await postChange(trx, policyId, { type: 'MA', day, description: 'Premium adjusted by hand', grossCents: -500 })
  }
}
