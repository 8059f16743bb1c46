import { pino } from 'pino'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Ctx, Sandbox } from '../http/context.ts'
import { createMetrics, type Metrics } from '../http/metrics.ts'
import type { Keys } from '../http/secrets.ts'
import type { Providers } from '../providers/index.ts'

const log = pino({ name: 'jobs', level: 'warn' })
let metrics: Metrics | undefined

/** What jobs work with; made once a process. */
export interface JobParts {
  database: Database
  providers: Providers
  keys: Keys
  config: Config
  /** The real one by default; the demo book's jobs run in its past. */
  clock?: () => Date
  /** Only in a sandbox; what is signed there goes by the world's clock. */
  sandbox?: Sandbox
}

/** What an action gets when a job calls it: the house acts, at this moment. */
export function jobCtx({ database, providers, keys, config, clock, sandbox }: JobParts, name: string): Ctx {
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
