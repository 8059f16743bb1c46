import type { createRoute } from '@hono/zod-openapi'
import type { ErrorCode } from '@tideline/sdk/types'
import type { ZodType } from 'zod'
import type { Operations } from '../generated/operations.ts'
import type { Ctx } from './context.ts'
import type { ReceivedFile, UploadLimits } from './receive-files.ts'
import type { Reply } from './response.ts'

export type OperationId = keyof Operations

/** The callers of an operation, from the contract's `x-access`. */
export interface Access {
  /** Kinds of actors. One of them must match. */
  who: readonly string[]
  /** Roles. The caller needs one of them; absent if no role is required. */
  roles?: readonly string[]
  /** False if users with the role `readonly` may not call it. */
  readonly?: boolean
  /** The kind of ownership that the area checks. */
  owns?: string
  /** True if only people may call it, not API keys. */
  onlyPeople?: boolean
  /** The kind of protected resource that the operation changes. Such an operation is always `onlyPeople`. */
  changes?: 'guard' | 'identity' | 'global'
  /** True if agents of a pending agency may call it, too (AGY-1). */
  beforeApproval?: boolean
}

/** An operation in the generated route table. */
export interface OperationEntry {
  route: ReturnType<typeof createRoute>
  access: Access
  /** The scope that an API key needs. If absent, no key may call the operation. */
  scope?: string
  /** The success status. */
  status: number
  /** The operation whose handler also serves this documented path. If absent, it has its own handler. */
  sameAs?: OperationId
  /** Limits for the files of the form; absent if it has none. */
  upload?: UploadLimits
  /** True if the operation accepts `Dry-Run`. */
  supportsDryRun?: true
  /**
   * True if undeclared query parameters are ignored (`x-open-query`) because other sites and services build the URL.
   */
  hasOpenQuery?: true
  /** The error statuses in the contract. */
  errors: readonly number[]
  /** The operation's own error codes (`x-errors`). Codes of all operations also apply if their status is listed. */
  codes: readonly ErrorCode[]
  /** Messages from the specification for invalid body fields (`x-sentences`). */
  sentences?: Readonly<Record<string, string>>
  /** Schemas of error bodies with more fields than the standard one. */
  ownErrors?: Record<number, ZodType>
  /** How long the response may be cached, in seconds (`x-cache-seconds`). If absent, it must not be cached. */
  cacheSeconds?: number
}

/** A form as handlers receive it, with its files already stored on disk. */
export type Received<Form> = { [Part in keyof Form]: Blob extends Form[Part] ? ReceivedFile : Form[Part] }

export interface Input<Id extends OperationId> {
  path: Operations[Id]['path']
  query: Operations[Id]['query']
  body: Operations[Id]['isUpload'] extends true ? Received<Operations[Id]['body']> : Operations[Id]['body']
  /** The original request, for its headers. */
  request: Request
  /** Returns the unchanged body. Webhook signatures are calculated over these bytes. */
  text: () => Promise<string>
}

type Action<Id extends OperationId> = (
  ctx: Ctx,
  input: Input<Id>,
) => Promise<Reply<Operations[Id]['answer']>> | Reply<Operations[Id]['answer']>

/** An operation with file uploads. Files are not read before the caller is authorized. */
export interface UploadAction<Id extends OperationId> {
  /** Throws if the caller may not upload here, before the body is read. */
  before: (ctx: Ctx, input: Pick<Input<Id>, 'path' | 'query'>) => Promise<void> | void
  handle: Action<Id>
}

/** The handler of an operation. */
export type Handler<Id extends OperationId> = Operations[Id]['isUpload'] extends true ? UploadAction<Id> : Action<Id>

/** A documented GET for an operation that changes data (`x-also-by-url`). That operation's handler serves it. */
type UrlAliasOperationId = Extract<OperationId, `${string}ByUrl`>

/** Handlers of all operations in the contract. A missing one does not compile. */
export type Handlers = { [Id in Exclude<OperationId, UrlAliasOperationId>]: Handler<Id> }

/** The handlers of one area. */
export type AreaHandlers = { [Id in OperationId]?: Handler<Id> }
