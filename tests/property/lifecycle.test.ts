import { addDays, getLaterDate } from '@tideline/api/calendar/days.ts'
import { createPolicyDocuments } from '@tideline/api/documents/create-documents.ts'
import { createTestDatabase } from '@tideline/api/testing/database.ts'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { bindPolicy } from './history/bind.ts'
import { completeDueCancellations, finalizeCancellation, reinstate, requestCancellation } from './history/cancel.ts'
import { checkBooks } from './history/check-books.ts'
import { checkLifecycle, type ExpectedHistory, getSnapshot, recordStep } from './history/check-lifecycle.ts'
import { createHistoryContext, createSharedContext, type HistoryContext } from './history/context.ts'
import { endorse } from './history/endorse.ts'
import { payByCheck, payThroughStripe, settleBankPayments } from './history/pay.ts'
import { earnElapsedDays, isEarthquake, type PolicyModel } from './history/policy-model.ts'
import { createRandom } from './history/random.ts'
import { expireDueTerm, nonRenew, renew } from './history/renew.ts'
import { rewrite } from './history/rewrite.ts'
import { refundManually, transferPayment } from './history/transfer-money.ts'
import { openHistoryDatabase } from './history-database.ts'

const { url } = await createTestDatabase()
const database = await openHistoryDatabase(url)
// Registered before the hook that drops the database. Hooks run in reverse order, so this one runs first.
afterAll(() => database.close())
const shared = await createSharedContext(database)

/** The model of all policies, with the expected transactions and letters of each policy. */
interface Model {
  context: HistoryContext
  histories: Map<PolicyModel, ExpectedHistory>
}

/** Starts the history of a term. A renewal or rewrite already has its documents and a letter. */
async function startHistory({ context, histories }: Model, policy: PolicyModel): Promise<void> {
  histories.set(policy, {
    posted: [policy.isRenewal ? 'RN' : 'NB'],
    letters: policy.origin ? { [policy.origin]: 1 } : {},
  })
  if (policy.origin) return
  const stamp = { now: context.createJobContext('documents').now, authorName: 'Robin Sample' }
  await context.db.transaction().execute((trx) => createPolicyDocuments(trx, stamp, [policy.policyId]))
}

const isExpired = ({ today }: HistoryContext, { termInput }: PolicyModel) => today >= termInput.expirationDate
const isInForce = (context: HistoryContext, policy: PolicyModel) =>
  !policy.ended && !policy.pending && !policy.isRewritten && !isExpired(context, policy)

type Precondition = (context: HistoryContext, policy: PolicyModel) => boolean

/** The actions on a policy, with their preconditions. */
const actions: Record<
  string,
  { isPossible: Precondition; perform: (context: HistoryContext, policy: PolicyModel) => Promise<void> }
> = {
  endorse: { isPossible: isInForce, perform: endorse },
  cancel: {
    isPossible: (context, policy) => isInForce(context, policy) && !isEarthquake(policy.productId),
    perform: requestCancellation,
  },
  finalize: {
    isPossible: (context, policy) =>
      policy.pending !== undefined && !policy.pending.isAccepted && !isExpired(context, policy),
    perform: finalizeCancellation,
  },
  reinstate: {
    isPossible: (context, policy) =>
      (policy.pending ?? policy.ended) !== undefined && !policy.isRewritten && !isExpired(context, policy),
    perform: reinstate,
  },
  rewrite: { isPossible: (context, policy) => isInForce(context, policy) && !policy.isRenewed, perform: rewrite },
  nonRenew: {
    isPossible: (context, policy) => isInForce(context, policy) && isEarthquake(policy.productId),
    perform: nonRenew,
  },
  renew: { isPossible: () => true, perform: renew },
  payByCheck: { isPossible: (context, policy) => isInForce(context, policy), perform: payByCheck },
  payThroughStripe: { isPossible: (context, policy) => isInForce(context, policy), perform: payThroughStripe },
  refund: { isPossible: isInForce, perform: refundManually },
  transfer: { isPossible: (_, { pending }) => pending?.isAccepted ?? true, perform: transferPayment },
}

/** Performs a step and compares every changed policy with the model. */
async function runStep(model: Model, does: () => Promise<void>): Promise<void> {
  const { context, histories } = model
  context.changed.clear()
  const before = new Map([...histories.keys()].map((policy) => [policy, getSnapshot(policy)]))
  await does()
  for (const policy of context.policies) {
    const history = histories.get(policy)
    const was = before.get(policy)
    if (history && was) recordStep(history, was, policy)
    else await startHistory(model, policy)
  }
  const touched = context.policies.filter((policy) => context.changed.has(policy))
  await checkBooks(context, touched)
  for (const policy of touched) await checkLifecycle(context, policy, histories.get(policy) as ExpectedHistory)
}

class ActionCommand implements fc.AsyncCommand<Model, Model> {
  readonly name: string
  readonly which: number
  readonly seed: number
  constructor(name: string, which: number, seed: number) {
    this.name = name
    this.which = which
    this.seed = seed
  }
  /** Returns one of the policies on which the action is currently possible. */
  private findPolicy({ context }: Model): PolicyModel | undefined {
    const able = context.policies.filter((policy) => actions[this.name]?.isPossible(context, policy))
    return able[this.which % able.length]
  }
  check(model: Model): boolean {
    return this.findPolicy(model) !== undefined
  }
  async run(model: Model): Promise<void> {
    const { context } = model
    const policy = this.findPolicy(model) as PolicyModel
    context.next = createRandom(this.seed)
    await runStep(model, async () => {
      context.changed.add(policy)
      await actions[this.name]?.perform(context, policy)
    })
  }
  toString = () => `${this.name} of policy ${this.which} with ${this.seed}`
}

/** Advances the injected clock: bank payments settle, scheduled cancellations take effect, terms expire. */
class AdvanceClock implements fc.AsyncCommand<Model, Model> {
  readonly days: number | { toTheEndOf: number }
  constructor(days: AdvanceClock['days']) {
    this.days = days
  }
  check = () => true
  private getNextDate({ today, policies }: HistoryContext): string {
    if (typeof this.days === 'number') return addDays(today, this.days)
    const policy = policies[this.days.toTheEndOf % policies.length] as PolicyModel
    return getLaterDate(today, addDays(policy.termInput.expirationDate, -40))
  }
  run = async (model: Model): Promise<void> => {
    const { context, histories } = model
    await runStep(model, () => settleBankPayments(context))
    context.today = this.getNextDate(context)
    for (const policy of context.policies) earnElapsedDays(policy, context.today)
    await runStep(model, async () => {
      await completeDueCancellations(context)
      for (const policy of context.policies) {
        await expireDueTerm(context, policy)
        const history = histories.get(policy)
        if (!history || !isExpired(context, policy) || policy.ended || policy.isRewritten || policy.isRenewed) continue
        history.letters.expiry = 1
        context.changed.add(policy)
      }
    })
  }
  toString = () => `days: ${JSON.stringify(this.days)}`
}

const weightedActions = ['cancel', 'finalize', 'finalize', 'reinstate', 'renew', 'renew', ...Object.keys(actions)]
const which = fc.nat(5)
const seeds = fc.integer({ min: 1, max: 1_000_000 })
const commandSequences = fc.commands(
  [
    ...weightedActions.map((name) =>
      fc.tuple(which, seeds).map(([policy, seed]) => new ActionCommand(name, policy, seed)),
    ),
    fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 60, max: 300 })).map((days) => new AdvanceClock(days)),
    which.map((toTheEndOf) => new AdvanceClock({ toTheEndOf })),
  ],
  { maxCommands: 40, size: 'max' },
)

/** Creates a model with two newly bound policies. */
async function createModel(seed: number) {
  const context = createHistoryContext(shared, seed, false)
  const model: Model = { context, histories: new Map() }
  for (const policy of [await bindPolicy(context), await bindPolicy(context)]) await startHistory(model, policy)
  return { model, real: model }
}

/**
 * The transaction types, letters and renewal holds that occurred. If a type never occurred, its checks would prove
 * nothing.
 */
const occurred = new Set<string>()
const everything = [
  ...['NB', 'RN', 'E', 'P', 'C', 'CN', 'RI'],
  ...['cancellation', 'reinstatement', 'rewrite', 'nonRenewal', 'renewal', 'renewalHold', 'expiry'],
]

test('matches the reference model of a policy after any sequence of actions', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(seeds, commandSequences, async (seed, commands) => {
      const begun = await createModel(seed)
      const { context, histories } = begun.model
      await fc
        .asyncModelRun(() => begun, commands)
        .catch((problem: Error) => {
          throw new Error(`${problem.message}\n${context.steps.join('\n')}`, { cause: problem })
        })
      for (const { posted, letters } of histories.values())
        for (const what of [...posted.map((type) => type.replace(/^([PC])\d+$/, '$1')), ...Object.keys(letters)])
          occurred.add(what)
      for (const { holdNotices } of context.policies) if (holdNotices > 0) occurred.add('renewalHold')
    }),
    { seed: 14, numRuns: 14 },
  )
  expect([...occurred].sort()).toEqual(everything.toSorted())
})

test('rejects a policy whose transactions, letters or status differ from the model', async () => {
  const { model } = await createModel(1)
  const [policy] = model.context.policies as [PolicyModel]
  const history = model.histories.get(policy) as ExpectedHistory
  await checkLifecycle(model.context, policy, history)
  for (const wrong of [
    { ...history, posted: [...history.posted, 'E'] },
    { ...history, letters: { expiry: 1 } },
  ])
    await expect(checkLifecycle(model.context, policy, wrong)).rejects.toThrow('model:')
  await expect(checkLifecycle(model.context, { ...policy, isNonRenewed: true }, history)).rejects.toThrow(
    'the status of',
  )
})
