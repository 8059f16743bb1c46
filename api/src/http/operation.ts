import type { createRoute } from '@hono/zod-openapi'
import type { ErrorCode } from '@tideline/sdk/types'
import type { ZodType } from 'zod'
import type { Operations } from '../generated/operations.ts'
import type { Ctx } from './context.ts'
import type { ReceivedFile, UploadLimits } from './receive-files.ts'
import type { Reply } from './response.ts'

export type OperationId = keyof Operations

/** Who may call an operation, from the contract's `x-access`. */
export interface OperationAccess {
  /** Kinds of actors. The caller must be one of them. */
  who: readonly string[]
  /** Roles. The caller must have one of them. Absent if no role is required. */
  roles?: readonly string[]
  /** False if users with the role `readonly` may not call the operation. */
  readonly?: boolean
  /** Kind of ownership that the caller must have. It is checked where the data is read. */
  owns?: string
  /** True if API keys may not call the operation. */
  onlyPeople?: boolean
  /** Kind of protected object that the operation changes. API keys can never call such operations. */
  changes?: 'guard' | 'identity' | 'global'
  /** True if agents of a pending agency may also call the operation (AGY-1). */
  beforeApproval?: boolean
}

/** An operation in the generated route table. */
export interface OperationEntry {
  route: ReturnType<typeof createRoute>
  access: OperationAccess
  /** Scope that an API key needs. If absent, API keys cannot call the operation. */
  scope?: string
  /** HTTP status of a successful response. */
  status: number
  /** Another operation whose handler also serves this path. If absent, the operation has its own handler. */
  sameAs?: OperationId
  /** Value of the `Deprecation` header: `@` and the Unix time since which the operation is deprecated. */
  deprecation?: string
  /** URL of a created resource, with paths into the response body in braces (`x-location`). */
  location?: string
  /** Operation that reads the edited resource. Present if the edit accepts `If-Match` (`x-versioned`). */
  versionOf?: OperationId
  /** Body fields with path parameters of `versionOf` that the path of the edit lacks. */
  versionFields?: Readonly<Record<string, string>>
  /** Response fields that do not affect the version of a resource. Present if the response has an `ETag`. */
  versionIgnores?: readonly string[]
  /** Limits for uploaded files. Absent if the operation has no file upload. */
  upload?: UploadLimits
  /** True if the operation supports the `Dry-Run` header. */
  supportsDryRun?: true
  /**
   * True if undeclared query parameters are ignored (`x-open-query`). This is necessary for URLs that other sites and
   * services build.
   */
  hasOpenQuery?: true
  /** The error statuses in the contract. */
  errors: readonly number[]
  /**
   * Error codes of this operation (`x-errors`). Codes that all operations share also apply if their status is listed.
   */
  codes: readonly ErrorCode[]
  /** Messages from the specification for invalid body fields (`x-sentences`). */
  sentences?: Readonly<Record<string, string>>
  /** Schemas of error bodies with more fields than the standard one. */
  ownErrors?: Record<number, ZodType>
  /** True if the operation may read from the replica (`x-read-replica`). */
  readsReplica?: true
  /** How long the response may be cached, in seconds (`x-cache-seconds`). If absent, it must not be cached. */
  cacheSeconds?: number
}

/** Type of a form as handlers receive it, with files that are already stored on disk. */
type ReceivedBody<Form> = { [Part in keyof Form]: Blob extends Form[Part] ? ReceivedFile : Form[Part] }

export interface OperationInput<Id extends OperationId> {
  path: Operations[Id]['path']
  query: Operations[Id]['query']
  body: Operations[Id]['isUpload'] extends true ? ReceivedBody<Operations[Id]['body']> : Operations[Id]['body']
  /** The original request, used for its headers. */
  request: Request
  /** Returns the body as it was received because webhook signatures are calculated from the original bytes. */
  text: () => Promise<string>
}

type Action<Id extends OperationId> = (
  ctx: Ctx,
  input: OperationInput<Id>,
) => Promise<Reply<Operations[Id]['response']>> | Reply<Operations[Id]['response']>

/** Handler of an operation with file uploads. The caller is authorized before any file is read. */
interface UploadHandler<Id extends OperationId> {
  /** Throws if the caller may not upload here. Runs before the body is read. */
  before: (ctx: Ctx, input: Pick<OperationInput<Id>, 'path' | 'query'>) => Promise<void> | void
  handle: Action<Id>
}

/** The handler of an operation. */
export type Handler<Id extends OperationId> = Operations[Id]['isUpload'] extends true ? UploadHandler<Id> : Action<Id>

/** Id of a documented GET version of an operation that changes data (`x-also-by-url`). It has no handler of its own. */
type UrlAliasOperationId = Extract<OperationId, `${string}ByUrl`>

/** Handlers of all operations in the contract. If a handler is missing, the code does not compile. */
export type Handlers = { [Id in Exclude<OperationId, UrlAliasOperationId>]: Handler<Id> }

/** The handlers of one area. */
export type AreaHandlers = { [Id in OperationId]?: Handler<Id> }
