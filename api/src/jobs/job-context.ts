import { pino } from 'pino'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Ctx, Sandbox } from '../http/context.ts'
import { createMetrics, type Metrics } from '../http/metrics.ts'
import type { SecretKeys } from '../http/secrets.ts'
import type { Providers } from '../providers/index.ts'

const log = pino({ name: 'jobs', level: 'warn' })
let metrics: Metrics | undefined

/** Dependencies of jobs, created once per process. */
export interface JobDependencies {
  database: Database
  providers: Providers
  keys: SecretKeys
  config: Config
  /** Clock for `now`. Defaults to the real clock. Jobs of the demo book use a clock in the past. */
  clock?: () => Date
  /**
   * The sandbox, absent in other deployments. It is needed to determine the real time, which is used for data that is
   * signed for external systems.
   */
  sandbox?: Sandbox
}

/** Returns the context for actions of a job. The actor is the job, and `now` is the current time. */
export function createJobContext(
  { database, providers, keys, config, clock, sandbox }: JobDependencies,
  name: string,
): Ctx {
  metrics ??= createMetrics()
  return {
    actor: { kind: 'job', name },
    now: clock?.() ?? new Date(),
    requestId: `job_${name}`,
    idempotencyKey: undefined,
    ip: '',
    userAgent: 'jobs',
    db: database.db,
    log,
    config,
    providers,
    metrics,
    keys,
    sandbox,
    forgetSession: () => undefined,
  }
}
