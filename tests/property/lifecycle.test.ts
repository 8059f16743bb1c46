import { addDays, getLaterDate } from '@tideline/api/calendar/days.ts'
import { createPolicyDocuments } from '@tideline/api/documents/create-documents.ts'
import { createTestDatabase } from '@tideline/api/testing/database.ts'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { bind } from './history/bind.ts'
import { completeDueCancellations, finalize, reinstate, requestCancellation } from './history/cancel.ts'
import { checkBooks } from './history/check-books.ts'
import { checkLifecycle, type ExpectedHistory, getSnapshot, recordStep } from './history/check-lifecycle.ts'
import { createHistoryContext, createSharedContext, type HistoryContext } from './history/context.ts'
import { endorse } from './history/endorse.ts'
import { refund, transfer } from './history/move-money.ts'
import { payByCheck, payThroughStripe, settleBankPayments } from './history/pay.ts'
import { earnElapsedDays, isEarthquake, type PolicyModel } from './history/policy-model.ts'
import { createRandom } from './history/random.ts'
import { expireDueTerm, nonRenew, renew } from './history/renew.ts'
import { rewrite } from './history/rewrite.ts'
import { openHistoryDatabase } from './history-database.ts'

const { url } = await createTestDatabase()
const database = await openHistoryDatabase(url)
// Registered before the hook that drops the database, because hooks run in reverse order.
afterAll(() => database.close())
const office = await createSharedContext(database)

/** The reference model: the record of each policy, and its expected history. */
interface Model {
  stage: HistoryContext
  lives: Map<PolicyModel, ExpectedHistory>
}

/** Starts the history of a term. A term that follows or replaces another one already has its documents and a letter. */
async function startHistory({ stage, lives }: Model, book: PolicyModel): Promise<void> {
  lives.set(book, {
    posted: [book.isRenewal ? 'RN' : 'NB'],
    letters: book.origin ? { [book.origin]: 1 } : {},
  })
  if (book.origin) return
  const about = { now: stage.job('papers').now, authorName: 'Robin Sample' }
  await stage.db.transaction().execute((trx) => createPolicyDocuments(trx, about, book.policyId))
}

const isOver = ({ today }: HistoryContext, { story }: PolicyModel) => today >= story.expirationDate
const isInForce = (stage: HistoryContext, book: PolicyModel) =>
  !book.ended && !book.pending && !book.isRewritten && !isOver(stage, book)

type Precondition = (stage: HistoryContext, book: PolicyModel) => boolean

/** The actions on a policy, and when each is possible. */
const actions: Record<
  string,
  { may: Precondition; does: (stage: HistoryContext, book: PolicyModel) => Promise<void> }
> = {
  endorse: { may: isInForce, does: endorse },
  cancel: {
    may: (stage, book) => isInForce(stage, book) && !isEarthquake(book.productId),
    does: requestCancellation,
  },
  finalize: {
    may: (stage, book) => book.pending !== undefined && !book.pending.isAccepted && !isOver(stage, book),
    does: finalize,
  },
  reinstate: {
    may: (stage, book) => (book.pending ?? book.ended) !== undefined && !book.isRewritten && !isOver(stage, book),
    does: reinstate,
  },
  rewrite: { may: (stage, book) => isInForce(stage, book) && !book.isRenewed, does: rewrite },
  nonRenew: {
    may: (stage, book) => isInForce(stage, book) && isEarthquake(book.productId),
    does: nonRenew,
  },
  renew: { may: () => true, does: renew },
  payByCheck: { may: (stage, book) => isInForce(stage, book), does: payByCheck },
  payThroughStripe: { may: (stage, book) => isInForce(stage, book), does: payThroughStripe },
  refund: { may: isInForce, does: refund },
  transfer: { may: (_, { pending }) => pending?.isAccepted ?? true, does: transfer },
}

/** Performs a step and checks every policy that it changed against the model. */
async function step(world: Model, does: () => Promise<void>): Promise<void> {
  const { stage, lives } = world
  stage.touched.clear()
  const before = new Map([...lives.keys()].map((book) => [book, getSnapshot(book)]))
  await does()
  for (const book of stage.books) {
    const life = lives.get(book)
    const was = before.get(book)
    if (life && was) recordStep(life, was, book)
    else await startHistory(world, book)
  }
  const touched = stage.books.filter((book) => stage.touched.has(book))
  await checkBooks(stage, touched)
  for (const book of touched) await checkLifecycle(stage, book, lives.get(book) as ExpectedHistory)
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
  /** Returns one of the policies on which the action is possible now. */
  private bookIn({ stage }: Model): PolicyModel | undefined {
    const able = stage.books.filter((book) => actions[this.name]?.may(stage, book))
    return able[this.which % able.length]
  }
  check(world: Model): boolean {
    return this.bookIn(world) !== undefined
  }
  async run(world: Model): Promise<void> {
    const { stage } = world
    const book = this.bookIn(world) as PolicyModel
    stage.next = createRandom(this.seed)
    await step(world, async () => {
      stage.touched.add(book)
      await actions[this.name]?.does(stage, book)
    })
  }
  toString = () => `${this.name} of policy ${this.which} with ${this.seed}`
}

/** Lets days pass on the injected clock: bank payments settle, accepted cancellations take effect, terms expire. */
class Days implements fc.AsyncCommand<Model, Model> {
  readonly days: number | { toTheEndOf: number }
  constructor(days: Days['days']) {
    this.days = days
  }
  check = () => true
  private dayAfter({ today, books }: HistoryContext): string {
    if (typeof this.days === 'number') return addDays(today, this.days)
    const book = books[this.days.toTheEndOf % books.length] as PolicyModel
    return getLaterDate(today, addDays(book.story.expirationDate, -40))
  }
  run = async (world: Model): Promise<void> => {
    const { stage, lives } = world
    await step(world, () => settleBankPayments(stage))
    stage.today = this.dayAfter(stage)
    for (const book of stage.books) earnElapsedDays(book, stage.today)
    await step(world, async () => {
      await completeDueCancellations(stage)
      for (const book of stage.books) {
        await expireDueTerm(stage, book)
        const life = lives.get(book)
        if (!life || !isOver(stage, book) || book.ended || book.isRewritten || book.isRenewed) continue
        life.letters.expiry = 1
        stage.touched.add(book)
      }
    })
  }
  toString = () => `days: ${JSON.stringify(this.days)}`
}

const weightedActions = ['cancel', 'finalize', 'finalize', 'reinstate', ...Object.keys(actions)]
const which = fc.nat(5)
const seeds = fc.integer({ min: 1, max: 1_000_000 })
const lives = fc.commands(
  [
    ...weightedActions.map((name) => fc.tuple(which, seeds).map(([book, seed]) => new ActionCommand(name, book, seed))),
    fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 60, max: 300 })).map((days) => new Days(days)),
    which.map((toTheEndOf) => new Days({ toTheEndOf })),
  ],
  { maxCommands: 40, size: 'max' },
)

/** Starts with two newly bound policies. */
async function begin(seed: number) {
  const stage = createHistoryContext(office, seed, false)
  const world: Model = { stage, lives: new Map() }
  for (const book of [await bind(stage), await bind(stage)]) await startHistory(world, book)
  return { model: world, real: world }
}

/** The transactions and letters that occurred in any history. Checking what never occurs would prove nothing. */
const occurred = new Set<string>()
const everything = [
  ...['NB', 'RN', 'E', 'P', 'C', 'CN', 'RI'],
  ...['cancellation', 'reinstatement', 'rewrite', 'nonRenewal', 'renewal', 'expiry'],
]

test('matches a simple lifecycle model in status, balance, refunds and documents after any actions', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(seeds, lives, async (seed, commands) => {
      const begun = await begin(seed)
      const { stage, lives } = begun.model
      await fc
        .asyncModelRun(() => begun, commands)
        .catch((problem: Error) => {
          throw new Error(`${problem.message}\n${stage.told.join('\n')}`, { cause: problem })
        })
      for (const { posted, letters } of lives.values())
        for (const what of [...posted.map((type) => type.replace(/^([PC])\d+$/, '$1')), ...Object.keys(letters)])
          occurred.add(what)
    }),
    { seed: 13, numRuns: 14 },
  )
  expect([...occurred].sort()).toEqual(everything.toSorted())
})

test('rejects a policy whose transactions, letters or status do not match its history', async () => {
  const { model: world } = await begin(1)
  const [book] = world.stage.books as [PolicyModel]
  const life = world.lives.get(book) as ExpectedHistory
  await checkLifecycle(world.stage, book, life)
  for (const wrong of [
    { ...life, posted: [...life.posted, 'E'] },
    { ...life, letters: { expiry: 1 } },
  ])
    await expect(checkLifecycle(world.stage, book, wrong)).rejects.toThrow('the reckoner tells')
  await expect(checkLifecycle(world.stage, { ...book, isNonRenewed: true }, life)).rejects.toThrow('the status of')
})
