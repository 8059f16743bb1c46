import { Party } from '@tideline/sdk/words'
import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { DB } from '../db/schema.ts'
import type { Providers } from '../providers/index.ts'
import type { Metrics } from './metrics.ts'
import type { ReadReplica } from './read-replica.ts'
import type { SecretKeys } from './secrets.ts'

/**
 * The API key that a program uses. It limits the operations that the program may call on behalf of its account
 * (http/access.ts).
 */
export interface ApiKeyContext {
  keyId: string
  name: string
  scopes: ReadonlySet<string>
}

export interface AgentActor {
  kind: 'agent'
  accountId: string
  /** Id of the session or, for an API key, of the key. An API key has none of the special permissions of a session. */
  sessionId: string
  key?: ApiKeyContext
  agencyId: string
  agencyNo: string
  company: string
  /**
   * False while the agency is pending approval. Its agents can then manage only their own account and the registration
   * (AGY-1).
   */
  isApproved: boolean
  name: string
  email: string
  roles: ReadonlySet<string>
}

export interface StaffActor {
  kind: 'staff'
  accountId: string
  /** Session id or API key id, as in `AgentActor`. */
  sessionId: string
  key?: ApiKeyContext
  name: string
  email: string
  roles: ReadonlySet<string>
}

/** How a policyholder was identified, and the verified email address, if any. */
export type Identification =
  | {
      /**
       * Identified by a link that others may have seen. Access is limited to this policy and its linked terms at this
       * agency.
       */
      method: 'link'
      policyId: string
      agencyId: string
    }
  | {
      method: 'mailbox' | 'code'
      /** Email address that was on file at the verification. */
      mailbox: string
    }

/**
 * A policyholder who opened a link and confirmed phone and ZIP code. They can see only their own policies, or only some
 * of them if other people may have seen the link.
 */
export interface InsuredActor {
  kind: 'insured'
  sessionId: string
  identityId: string
  identification: Identification
  name: string
  email: string
  roles: ReadonlySet<string>
}

/** The actor of a request or job: a person, a job, a webhook or an anonymous caller. */
export type Actor =
  | AgentActor
  | StaffActor
  | InsuredActor
  | { kind: 'job'; name: string }
  | { kind: 'webhook'; name: string }
  | { kind: 'anonymous' }

/** Jobs of one kind that ran while the sandbox clock was moved forward. */
export interface JobRunSummary {
  job: string
  runs: number
  failures: number
}

/** The sandbox clock, and functions to move it forward and to reset the data (ADR 38, ADR 49). */
export interface Sandbox {
  /** Returns the milliseconds by which the sandbox clock is ahead of real time. */
  aheadMs: () => number
  /** Moves the clock forward and runs the jobs that become due. Throws 409 if another request is moving it. */
  advance: (ms: number) => Promise<JobRunSummary[]>
  /**
   * Replaces all data with a new demo book and sets the clock to the real time (API-15). Returns the number of policies.
   * Throws 409 if another request is resetting the sandbox or moving the clock.
   */
  reset: (ctx: Ctx) => Promise<number>
}

/** The `If-Match` of a request. `runInTransaction` checks it in the first transaction of the action (API-13). */
export interface Precondition {
  /** False until a transaction has started the check. */
  isChecked: boolean
  /**
   * Locks the resource until the end of the transaction.
   * @throws {ApiError} 412 if its version is not the one that the caller has read
   */
  check: (db: Transaction<DB>) => Promise<void>
  /** Determines the new version. Call it after the change, in the same transaction. */
  recordVersion: (db: Transaction<DB>) => Promise<void>
}

/** The lock of a request on its `Idempotency-Key` (SYS-3). */
interface KeyLock {
  /** True after a transaction of the request has committed changes. */
  isCommitted: boolean
  /**
   * Marks the key so that no later request can repeat the changes. `runInTransaction` calls it before the commit.
   * Returns false if the transaction has changed nothing.
   * @throws {ApiError} 409 if another request has taken the key over
   */
  markAsCommitted: (db: Transaction<DB>) => Promise<boolean>
}

/** Everything that an action needs besides its input. Actions use no other clock, random source or global state. */
export interface Ctx {
  actor: Actor
  now: Date
  requestId: string
  idempotencyKey: string | undefined
  /** The `If-Match` condition of an edit. */
  precondition?: Precondition
  /** The lock on the request's `Idempotency-Key`. */
  keyLock?: KeyLock | undefined
  /** IP address of the caller, for the signing record and rate limits. */
  ip: string
  userAgent: string
  db: Kysely<DB>
  log: Logger
  config: Config
  providers: Providers
  metrics: Metrics
  keys: SecretKeys
  /** The read replica, if one is configured. Operations with `x-read-replica` read from it through `db`. */
  replica?: ReadReplica | undefined
  /** The sandbox, absent in other deployments. */
  sandbox?: Sandbox | undefined
  /** Removes a session from the cache so that a log-out takes effect immediately. */
  forgetSession: (sessionId: string) => void
}

/** A context whose `db` is an open transaction. Required by functions that work only inside one. */
export type ContextInTransaction<C extends Pick<Ctx, 'db'>> = C & { db: Transaction<DB> }
export type TransactionContext = ContextInTransaction<Ctx>

/** Returns whether the actor is staff. The specification calls staff internal. */
export const isInternal = (actor: Actor): actor is StaffActor => actor.kind === 'staff'

export const isReadonlyUser = (actor: Actor) => 'roles' in actor && actor.roles.has('readonly')

/** Returns the account id for the audit log and author columns. Returns null for jobs, webhooks and policyholders. */
export const getAccountId = (actor: Actor): string | null => ('accountId' in actor ? actor.accountId : null)

/** Returns the account, the policyholder's identity or, without either, the IP address. */
export const getCaller = (actor: Actor, ip: string): string =>
  'accountId' in actor ? actor.accountId : 'identityId' in actor ? actor.identityId : ip

/** Returns the name for the audit log and author columns. */
export const getActorName = (actor: Actor): string => ('name' in actor ? actor.name : 'Anonymous')

/** Returns the caller's API key, or undefined for people, jobs and webhooks. */
export const getActorApiKey = (actor: Actor): ApiKeyContext | undefined => ('key' in actor ? actor.key : undefined)

/** Returns the signing party of an actor: 1 for agents, 2 for insureds (SIGN-1). Staff cannot sign (SIGN-2). */
export const getSigningParty = (actor: Actor): Party | undefined =>
  actor.kind === 'agent' ? Party.agent : actor.kind === 'insured' ? Party.insured : undefined

/**
 * Returns the real time, even if the sandbox clock is ahead. Use it for external systems because they use the real
 * time.
 */
export const getWallClockTime = ({ now, sandbox }: Pick<Ctx, 'now' | 'sandbox'>): Date =>
  new Date(now.getTime() - (sandbox?.aheadMs() ?? 0))
