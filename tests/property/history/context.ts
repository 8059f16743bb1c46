import { addDays } from '@tideline/api/calendar/days.ts'
import { claimHandlers } from '@tideline/api/claims/routes.ts'
import { endorsementHandlers } from '@tideline/api/endorsements/routes.ts'
import type { Actor, Ctx } from '@tideline/api/http/context.ts'
import { rewriteHandlers } from '@tideline/api/lifecycle/rewrite/routes.ts'
import { lifecycleHandlers } from '@tideline/api/lifecycle/routes.ts'
import { paymentHandlers } from '@tideline/api/payments/routes.ts'
import { policyHandlers } from '@tideline/api/policy-reads/routes.ts'
import { createAgentActor, createStaffActor, createTestContext } from '@tideline/api/testing/area-app.ts'
import { insertAccount, insertAgency } from '@tideline/api/testing/builders.ts'
import { createStripeApp } from '@tideline/api/testing/stripe-app.ts'
import { products } from '../cancellation-model.ts'
import type { HistoryDatabase } from '../history-database.ts'
import type { ModelPayment } from '../payer-model.ts'
import type { PolicyModel } from './policy-model.ts'
import { createRandom } from './random.ts'

export const reviewAboveCents = 150_000
/** Commission rates of new business and renewals, in percent of premium. */
export const commission = { bound: 15, renewed: 10 }

/** Creates the users, commission rates, and API areas that all histories on a database share. */
export async function createSharedContext(database: HistoryDatabase) {
  const { db, pool } = database
  const agency = await insertAgency(db)
  const agent = createAgentActor(agency, {
    accountId: (await insertAccount(db, { agency_id: agency.agency_id })).account_id,
  })
  await db
    .insertInto('commission_rates')
    .values(
      Object.keys(products).flatMap((id) =>
        [false, true].map((is_renewal) => ({
          product_id: Number(id),
          is_renewal,
          rate_basis_points: (is_renewal ? commission.renewed : commission.bound) * 100,
        })),
      ),
    )
    .execute()
  await db
    .insertInto('settings')
    .values([
      ...['internalEndorseAgencyNos', 'mandatoryEndorseAgencyNos'].map((key) => ({
        key,
        value: JSON.stringify([agency.agency_no]),
      })),
      // Lowers the limit for a refund review, so that some refunds exceed it.
      { key: 'refunds.reviewAbove', value: String(reviewAboveCents / 100) },
    ])
    .execute()
  // This trigger recalculates obligations that differ from the balance, and would hide such errors from the checks.
  await pool.query('alter table policy_balances disable trigger policy_balances_obligations')
  // Speeds up the search for the emails of one policy.
  await pool.query(`create index on graphile_worker._private_jobs ((payload ->> 'policyId'))`)
  const app = await createStripeApp(database, {
    ...endorsementHandlers,
    ...lifecycleHandlers,
    ...rewriteHandlers,
    ...paymentHandlers,
    ...claimHandlers,
    getConfirmation: policyHandlers.getConfirmation,
    getPolicyDetails: policyHandlers.getPolicyDetails,
  })
  database.cacheReferenceData()
  const [staff, colleague, auditor] = [
    createStaffActor('superuser', 'financeadmin'),
    createStaffActor('superuser', 'financeadmin'),
    createStaffActor('superuser', 'financeadmin'),
  ]
  return { db, pool, agency, agent, staff, colleague, auditor, ...app }
}

export type SharedContext = Awaited<ReturnType<typeof createSharedContext>>

/** The context of one history: its random numbers, date, policies and steps. */
export interface HistoryContext extends SharedContext {
  isAgentHistory: boolean
  next: () => number
  below: (count: number) => number
  oneOf: <One>(all: readonly One[]) => One
  today: string
  policies: PolicyModel[]
  /** Policies that were changed by the current step. */
  changed: Set<PolicyModel>
  /** Disputed card payments whose disputes Tideline has not received yet. */
  disputed: { policy: PolicyModel; payment: ModelPayment; intentId: string; feeCents: number }[]
  /** Reinstatement offers that were accepted. */
  acceptedOffers: { hasLapse: boolean }[]
  steps: string[]
  log: (step: string) => void
  callAs: (who: Actor, request: string, body?: unknown) => ReturnType<SharedContext['call']>
  /** The actor of the current step, for actions that do not require staff. */
  requester: Actor
  /** Creates the context of a background job. */
  createJobContext: (name: string) => Ctx
}

export function createHistoryContext(shared: SharedContext, seed: number, isAgentHistory: boolean): HistoryContext {
  const below = (count: number) => Math.floor(context.next() * count)
  let seconds = 0
  // Every action has its own time, because a cancellation lists the refunds since its own.
  const now = () => new Date(Date.parse(`${context.today}T17:00:00Z`) + ++seconds * 1000)
  const context: HistoryContext = {
    ...shared,
    isAgentHistory,
    next: createRandom(seed),
    below,
    oneOf: (all) => all[below(all.length)] as (typeof all)[number],
    today: '',
    policies: [],
    changed: new Set(),
    disputed: [],
    acceptedOffers: [],
    steps: [],
    log: (words) => context.steps.push(`${context.today}  ${words}`),
    callAs: (who, request, body) => shared.call(who, request, { now: now(), ...(body === undefined ? {} : { body }) }),
    requester: isAgentHistory ? shared.agent : shared.staff,
    createJobContext: (name) =>
      createTestContext(shared.db, { kind: 'job', name }, { now: now(), providers: { stripe: shared.stripe } }),
  }
  context.today = addDays('2026-11-20', below(30))
  return context
}
