import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { DB } from '../db/schema.ts'
import type { Providers } from '../providers/index.ts'
import type { Metrics } from './metrics.ts'
import type { Keys } from './secrets.ts'

/** The key that a program came with; absent for people. It narrows what its account may call (http/access.ts). */
export interface KeyOfProgram {
  keyId: string
  name: string
  scopes: ReadonlySet<string>
}

export interface AgentActor {
  kind: 'agent'
  accountId: string
  /** What the call came by: a session, or a key's id, which is no session and has none of its rights. */
  sessionId: string
  key?: KeyOfProgram
  agencyId: string
  agencyNo: string
  company: string
  /** False while the agency waits for its approval: its people see to their own account and its registration, and to nothing else (AGY-1). */
  isApproved: boolean
  name: string
  email: string
  roles: ReadonlySet<string>
}

export interface StaffActor {
  kind: 'staff'
  accountId: string
  /** As an agent's. */
  sessionId: string
  key?: KeyOfProgram
  name: string
  email: string
  roles: ReadonlySet<string>
}

/** How a policyholder was identified, and which mailbox that proved, if any. */
export type Identification =
  | {
      /** Somebody else could have seen the link: it opens this policy and its linked terms at this agency only. */
      way: 'link'
      policyId: string
      agencyId: string
    }
  | {
      way: 'mailbox' | 'code'
      /** The email address that was on file when it was proven. */
      mailbox: string
    }

/** A policyholder who opened a link and confirmed phone and ZIP. Sees policies of that identity only, and after a link that others could have seen, not all of them. */
export interface InsuredActor {
  kind: 'insured'
  sessionId: string
  identityId: string
  identification: Identification
  name: string
  email: string
  roles: ReadonlySet<string>
}

/** Who acts: a person, a job, a webhook, or nobody known. */
export type Actor =
  | AgentActor
  | StaffActor
  | InsuredActor
  | { kind: 'job'; name: string }
  | { kind: 'webhook'; name: string }
  | { kind: 'anonymous' }

/** What a kind of job did while time passed. */
export interface RanJobs {
  job: string
  runs: number
  failures: number
}

/** The clock of a sandbox, and how it is put forward (ADR 38). */
export interface Sandbox {
  /** How far this clock is ahead of the world's, in milliseconds. */
  aheadMs: () => number
  /** Lets time pass and runs what falls due. Throws 409 while somebody else lets it pass. */
  letPass: (ms: number) => Promise<RanJobs[]>
}

/** Everything that is not in an action's input. Nothing else is ambient: no clock, no random, no global. */
export interface Ctx {
  actor: Actor
  now: Date
  requestId: string
  idempotencyKey: string | undefined
  /** Caller's address, for the signing trail and rate limits. */
  ip: string
  userAgent: string
  db: Kysely<DB>
  log: Logger
  config: Config
  providers: Providers
  metrics: Metrics
  keys: Keys
  /** Only where the server is a sandbox. */
  sandbox?: Sandbox | undefined
  /** Forgets what is remembered of a session, so that a log-out counts at once. */
  forgetSession: (sessionId: string) => void
}

/** A context whose `db` is an open transaction: what only works, or only counts, inside one asks for it. */
export type InTransaction<C extends Pick<Ctx, 'db'>> = C & { db: Transaction<DB> }
export type TransactionContext = InTransaction<Ctx>

/** True for staff, whom the specification calls internal. */
export const isInternal = (actor: Actor): actor is StaffActor => actor.kind === 'staff'

/** True when the caller's role lets them look but not act. */
export const isReadonly = (actor: Actor) => 'roles' in actor && actor.roles.has('readonly')

/** The id that audit entries and rows name as their author; null for jobs and webhooks. */
export const getAccountId = (actor: Actor): string | null => ('accountId' in actor ? actor.accountId : null)

/** The name that audit entries and rows show for their author. */
export const getName = (actor: Actor): string => ('name' in actor ? actor.name : 'Anonymous')

/** The key of the program that calls; undefined for people, jobs and webhooks. */
export const getKey = (actor: Actor): KeyOfProgram | undefined => ('key' in actor ? actor.key : undefined)

/** Party of an actor in signing: 1 agent, 2 insured (SIGN-1); staff sign for nobody (SIGN-2). */
export const getParty = (actor: Actor): 1 | 2 | undefined =>
  actor.kind === 'agent' ? 1 : actor.kind === 'insured' ? 2 : undefined

/** The world's moment: what machines of others go by, whatever a sandbox's clock says. */
export const worldNow = ({ now, sandbox }: Pick<Ctx, 'now' | 'sandbox'>): Date =>
  new Date(now.getTime() - (sandbox?.aheadMs() ?? 0))
