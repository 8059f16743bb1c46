import { plusDays } from '@tideline/api/calendar/days.ts'
import { claimHandlers } from '@tideline/api/claims/routes.ts'
import { endorsementHandlers } from '@tideline/api/endorsements/routes.ts'
import type { Actor, Ctx } from '@tideline/api/http/context.ts'
import { rewriteHandlers } from '@tideline/api/lifecycle/rewrite/routes.ts'
import { lifecycleHandlers } from '@tideline/api/lifecycle/routes.ts'
import { paymentHandlers } from '@tideline/api/payments/routes.ts'
import { policyHandlers } from '@tideline/api/policy-reads/routes.ts'
import { aCtx, anAgent, aStaffMember } from '@tideline/api/testing/area-app.ts'
import { anAccount, anAgency } from '@tideline/api/testing/builders.ts'
import { createStripeApp } from '@tideline/api/testing/stripe-app.ts'
import { products } from '../cancellation-model.ts'
import type { HistoriansDatabase } from '../historians-database.ts'
import type { Paid } from '../payer-model.ts'
import type { Book } from './book.ts'
import { numbersFrom } from './numbers.ts'

export const reviewAboveCents = 150_000
/** Commission rates in percent of premium. */
export const commission = { bound: 15, renewed: 10 }

/** Creates the users, commission rates and API areas that all histories on one database share. */
export async function openOffice(database: HistoriansDatabase) {
  const { db, pool } = database
  const agency = await anAgency(db)
  const agent = anAgent(agency, { accountId: (await anAccount(db, { agency_id: agency.agency_id })).account_id })
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
      // Some refunds exceed this limit, so that they need a review.
      { key: 'refunds.reviewAbove', value: String(reviewAboveCents / 100) },
    ])
    .execute()
  // Speeds up the search for a policy's emails among those of all histories.
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
  database.rememberReferences()
  const [staff, colleague] = [aStaffMember('superuser', 'financeadmin'), aStaffMember('superuser', 'financeadmin')]
  return { db, pool, agency, agent, staff, colleague, ...app }
}

export type Office = Awaited<ReturnType<typeof openOffice>>

/** The context of one history: its random numbers, date, policies and story. */
export interface Stage extends Office {
  isAgents: boolean
  next: () => number
  below: (count: number) => number
  oneOf: <One>(all: readonly One[]) => One
  today: string
  books: Book[]
  /** Policies that the current step changed. */
  touched: Set<Book>
  /** Disputed card payments that the product has not heard of yet. */
  disputed: { book: Book; payment: Paid; intentId: string; feeCents: number }[]
  told: string[]
  tell: (words: string) => void
  as: (who: Actor, request: string, body?: unknown) => ReturnType<Office['call']>
  /** The actor for actions that are not limited to staff. */
  somebody: Actor
  /** Returns the context of a background job. */
  job: (name: string) => Ctx
}

export function setStage(office: Office, seed: number, isAgents: boolean): Stage {
  const below = (count: number) => Math.floor(stage.next() * count)
  const now = () => new Date(`${stage.today}T17:00:00Z`)
  const stage: Stage = {
    ...office,
    isAgents,
    next: numbersFrom(seed),
    below,
    oneOf: (all) => all[below(all.length)] as (typeof all)[number],
    today: '',
    books: [],
    touched: new Set(),
    disputed: [],
    told: [],
    tell: (words) => stage.told.push(`${stage.today}  ${words}`),
    as: (who, request, body) => office.call(who, request, { now: now(), ...(body === undefined ? {} : { body }) }),
    somebody: isAgents ? office.agent : office.staff,
    job: (name) => aCtx(office.db, { kind: 'job', name }, { now: now(), providers: { stripe: office.stripe } }),
  }
  stage.today = plusDays('2026-11-20', below(30))
  return stage
}
