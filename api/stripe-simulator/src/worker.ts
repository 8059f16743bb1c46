import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type Stripe from 'stripe'
import { settlePayment } from './payment-intents.ts'
import { settleRefund } from './refunds.ts'
import { RequestContext, type SimulatorSettings } from './request-context.ts'
import { inTransaction, ObjectStore } from './store.ts'
import { postEvent, type WebhookTarget } from './webhook.ts'

interface Task {
  id: number
  kind: 'settle' | 'deliver'
  object_id: string
  attempts: number
}

/** Time for which a claimed task is reserved for one process, in milliseconds. */
const LEASE_MS = 60_000
const MAX_ATTEMPTS = 20
const LONGEST_IDLE_MS = 5_000
/** Maximum number of tasks that run at the same time. Like Stripe, the simulator delivers events in any order. */
const PARALLEL_TASKS = 4

/** Returns the retry delay: 1 s, 2 s, 4 s … up to an hour. The first retries are faster than Stripe's. */
const backOffMs = (attempts: number) => Math.min(3_600_000, 1000 * 2 ** (attempts - 1))

export interface WorkerOptions {
  pool: Pool
  settings: SimulatorSettings
  webhook: WebhookTarget
  log?: Pick<Logger, 'warn'> | undefined
}

/** Selects and orders the pending events to send now. Events can be repeated. Events that are left out stay pending. */
export type DeliverySelector = <T extends { type: string; id: string }>(events: T[]) => T[]

/**
 * Runs the follow-up tasks of requests: settles bank payments and delivers events. After `start`, tasks run on
 * schedule. In tests, `settle` runs all tasks immediately. If several processes share a database, only one of them
 * claims each task.
 */
export function createWorker({ pool, settings, webhook, log }: WorkerOptions) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let started = false

  const runSettle = (task: Task) =>
    inTransaction(pool, async (client) => {
      const { rowCount } = await client.query('delete from stripe_simulator.tasks where id = $1', [task.id])
      if (!rowCount) return
      const world = new RequestContext(new ObjectStore(client), settings, { id: null, idempotency_key: null })
      await (task.object_id.startsWith('pi_') ? settlePayment : settleRefund)(world, task.object_id)
    })

  const eventOf = async (task: Task) => {
    const { rows } = await pool.query<{ data: Stripe.Event }>(
      'select data from stripe_simulator.objects where id = $1',
      [task.object_id],
    )
    return rows[0]?.data
  }

  const runDelivery = async (task: Task): Promise<boolean> => {
    const event = await eventOf(task)
    const delivered = event === undefined || (await postEvent(webhook, event))
    if (delivered || task.attempts >= MAX_ATTEMPTS) {
      await pool.query('delete from stripe_simulator.tasks where id = $1', [task.id])
    } else {
      log?.warn({ event: task.object_id, attempts: task.attempts }, 'the webhook did not accept an event')
      const due = new Date(settings.now().getTime() + backOffMs(task.attempts))
      await pool.query('update stripe_simulator.tasks set due_at = $2 where id = $1', [task.id, due])
    }
    return delivered
  }

  /** Claims the next due task until its lease ends. */
  const claim = async (): Promise<Task | undefined> => {
    const now = settings.now()
    const { rows } = await pool.query<Task>(
      `update stripe_simulator.tasks set attempts = attempts + 1, due_at = $2
        where id = (select id from stripe_simulator.tasks where due_at <= $1 order by due_at, id limit 1 for update skip locked)
        returning id, kind, object_id, attempts`,
      [now, new Date(now.getTime() + LEASE_MS)],
    )
    return rows[0]
  }

  const run = async (task: Task) => {
    if (task.kind === 'settle') await runSettle(task)
    else await runDelivery(task)
  }

  const runAll = async () => {
    for (let task = await claim(); task; task = await claim()) await run(task)
  }

  /** Runs the due tasks, also those that other tasks create. Claims the first one alone, because often none is due. */
  const runDue = async () => {
    const task = await claim()
    if (task) await Promise.all([run(task).then(runAll), ...Array.from({ length: PARALLEL_TASKS - 1 }, runAll)])
  }

  const nextDue = async (): Promise<Date | undefined> => {
    const { rows } = await pool.query<{ due: Date | null }>('select min(due_at) as due from stripe_simulator.tasks')
    return rows[0]?.due ?? undefined
  }

  const plan = (inMs: number) => {
    if (!started) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      running ??= tick().finally(() => {
        running = undefined
      })
    }, inMs)
    timer.unref()
  }

  const tick = async () => {
    try {
      await runDue()
      const wait = ((await nextDue())?.getTime() ?? Number.POSITIVE_INFINITY) - settings.now().getTime()
      plan(Math.min(LONGEST_IDLE_MS, Math.max(20, wait)))
    } catch (error) {
      // The database is temporarily unavailable. Due tasks run later.
      log?.warn({ err: error }, 'the Stripe simulator could not work')
      plan(LONGEST_IDLE_MS)
    }
  }

  const waiting = async (kind: Task['kind']) => {
    const { rows } = await pool.query<Task>(
      'select id, kind, object_id, attempts from stripe_simulator.tasks where kind = $1 order by id',
      [kind],
    )
    return rows
  }

  const deliver = async (arrange: DeliverySelector = (events) => events) => {
    const deliveries = []
    for (const task of await waiting('deliver')) {
      const event = await eventOf(task)
      if (event) deliveries.push({ id: event.id, type: event.type as string, task })
    }
    let failed = 0
    for (const { task } of arrange(deliveries)) {
      if (!(await runDelivery({ ...task, attempts: task.attempts + 1 }))) failed += 1
    }
    return { delivered: deliveries.length - failed, failed }
  }

  return {
    /** Runs tasks on schedule until `stop`. */
    start() {
      started = true
      plan(0)
    },
    /** Checks for due tasks after a short delay. */
    nudge: () => plan(20),
    async stop() {
      started = false
      clearTimeout(timer)
      await running
    },
    /** Returns the time when the next task is due, if any. */
    nextDue,
    /** Runs all due tasks and resolves when they are complete. Call it after moving the clock forward. */
    async catchUp() {
      await running
      await runDue()
    },
    /** Settles all pending debits and refunds now. */
    async settlePayments() {
      for (const task of await waiting('settle')) await runSettle(task)
    },
    /** Posts every pending event once. With `arrange`, posts only the events that it returns, in that order. */
    deliver,
    /**
     * Settles all payments and posts all events. Repeats this until nothing new is created.
     * @returns the number of deliveries that the receiver did not accept, which remain pending
     */
    async settle(arrange?: DeliverySelector): Promise<{ failed: number }> {
      for (let round = 0; round < 10; round += 1) {
        for (const task of await waiting('settle')) await runSettle(task)
        const { delivered, failed } = await deliver(arrange)
        if (delivered === 0 || failed > 0 || arrange) return { failed }
      }
      return { failed: 0 }
    },
  }
}
