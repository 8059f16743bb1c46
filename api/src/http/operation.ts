import type { createRoute } from '@hono/zod-openapi'
import type { ErrorCode } from '@tideline/sdk/types'
import type { ZodType } from 'zod'
import type { Operations } from '../generated/operations.ts'
import type { Ctx } from './context.ts'
import type { ReceivedFile, UploadLimits } from './receive-files.ts'
import type { Reply } from './response.ts'

export type OperationId = keyof Operations

/** Who may call an operation, as the contract's `x-access` says. */
export interface Access {
  /** Audiences; one of them has to fit. */
  who: readonly string[]
  /** Roles; whoever calls needs one of them. Absent: none. */
  roles?: readonly string[]
  /** False: users with the role `readonly` may not call it. */
  readonly?: boolean
  /** What ownership is checked on, by the area itself. */
  owns?: string
  /** True: a person's to do; no program's key may. */
  onlyPeople?: boolean
  /** The kind of protected resource that it changes; such an operation is always `onlyPeople`. */
  changes?: 'guard' | 'identity' | 'global'
  /** Open to the people of an agency that is being registered, too (AGY-1). */
  beforeApproval?: boolean
}

/** What the generated route table holds for each operation. */
export interface OperationEntry {
  route: ReturnType<typeof createRoute>
  access: Access
  /** What a program's key needs for it; absent: no key may call it. */
  scope?: string
  /** The success status. */
  status: number
  /** The operation whose handler serves this documented address, too. Absent: it has its own. */
  sameAs?: OperationId
  /** Files that its form brings; absent when it brings none. */
  upload?: UploadLimits
  /** Takes `Dry-Run`: it may be tried without anything being kept. */
  canBeTried?: true
  /** Ignores undeclared query parameters (`x-open-query`): other sites and services write its URL. */
  hasOpenQuery?: true
  /** The error statuses that the contract lists. */
  errors: readonly number[]
  /** The codes of its own refusals (`x-errors`); those of every call come besides, where their status does. */
  codes: readonly ErrorCode[]
  /** What the specification wants to be said of a field of the body that is not right (`x-sentences`). */
  sentences?: Readonly<Record<string, string>>
  /** Bodies of errors that hold more than the standard one. */
  ownErrors?: Record<number, ZodType>
  /** How long anybody may keep the answer (`x-cache-seconds`). Absent: nobody keeps it at all. */
  cacheSeconds?: number
}

/** A form as handlers get it: its files have been received to disk. */
export type Received<Form> = { [Part in keyof Form]: Blob extends Form[Part] ? ReceivedFile : Form[Part] }

export interface Input<Id extends OperationId> {
  path: Operations[Id]['path']
  query: Operations[Id]['query']
  body: Operations[Id]['isUpload'] extends true ? Received<Operations[Id]['body']> : Operations[Id]['body']
  /** The request as it came, for its headers. */
  request: Request
  /** The body as it came, letter for letter: a webhook's signature is over these bytes. */
  text: () => Promise<string>
}

type Action<Id extends OperationId> = (
  ctx: Ctx,
  input: Input<Id>,
) => Promise<Reply<Operations[Id]['answer']>> | Reply<Operations[Id]['answer']>

/** An operation that takes files: nobody's file is read before it is known that they may bring it. */
export interface UploadAction<Id extends OperationId> {
  /** Throws for who may not upload here, before any of the body is read. */
  before: (ctx: Ctx, input: Pick<Input<Id>, 'path' | 'query'>) => Promise<void> | void
  handle: Action<Id>
}

/** One operation, built: contract → action → contract. */
export type Handler<Id extends OperationId> = Operations[Id]['isUpload'] extends true ? UploadAction<Id> : Action<Id>

/** A documented GET of an operation that acts (`x-also-by-url`); that operation's handler serves it. */
type ByUrl = Extract<OperationId, `${string}ByUrl`>

/** Every operation of the contract; forgetting one does not compile. */
export type Handlers = { [Id in Exclude<OperationId, ByUrl>]: Handler<Id> }

/** The operations an area builds. */
export type AreaHandlers = { [Id in OperationId]?: Handler<Id> }
