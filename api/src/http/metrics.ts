import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Adds gauges of the database and the job queue. They are read when the metrics are requested. */
function addDatabaseGauges(registry: Registry, pool: pg.Pool) {
  const registers = [registry]
  new Gauge({
    name: 'tideline_database_connections',
    help: 'Used and idle connections of this process to PostgreSQL, and pending requests for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  let reading: Promise<JobCounts | undefined> | undefined
  // All gauges of one response share a query.
  const readJobs = () => {
    reading ??= countJobs(pool)
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  new Gauge({
    name: 'tideline_database_up',
    help: '1 if PostgreSQL responds, otherwise 0.',
    registers,
    async collect() {
      this.set((await readJobs()) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'tideline_jobs',
    help: 'Jobs that are due, and jobs that failed in all their attempts.',
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = await readJobs()
      this.reset()
      if (!counts) return
      this.set({ state: 'due' }, counts.due)
      this.set({ state: 'failed' }, counts.failed)
    },
  })
  new Gauge({
    name: 'tideline_oldest_due_job_seconds',
    help: 'Time since the oldest job became due that has not started.',
    registers,
    async collect() {
      this.set((await readJobs())?.oldestSeconds ?? 0)
    },
  })
}

interface JobCounts {
  due: number
  failed: number
  oldestSeconds: number
}

async function countJobs(pool: pg.Pool): Promise<JobCounts | undefined> {
  const { rows } = await pool.query<JobCounts>(`
    select count(*) filter (where attempts < max_attempts and run_at <= now())::int as due,
      count(*) filter (where attempts >= max_attempts)::int as failed,
      coalesce(extract(epoch from now() - min(run_at)
        filter (where attempts < max_attempts and run_at <= now() and locked_at is null)), 0)::float as "oldestSeconds"
    from graphile_worker._private_jobs`)
  return rows[0]
}

/**
 * Creates the metrics of one process. Each has its own registry so that tests can run several apps.
 * @param pool adds the metrics of the database and the job queue
 */
export function createMetrics(pool?: pg.Pool) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  if (pool) addDatabaseGauges(registry, pool)
  const seconds = new Histogram({
    name: 'tideline_request_seconds',
    help: 'Response time by operation and status.',
    labelNames: ['operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const rejections = new Counter({
    name: 'tideline_rejections_total',
    help: 'Rejected requests by status and code.',
    labelNames: ['status', 'code'],
    registers: [registry],
  })
  const replicaReads = new Counter({
    name: 'tideline_replica_reads_total',
    help: 'Reads that the replica may serve, by outcome: replica, own_write, lag, unavailable or failed. Except for replica, the primary served them.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return { registry, seconds, rejections, replicaReads }
}

export type Metrics = ReturnType<typeof createMetrics>
