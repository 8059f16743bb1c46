/** Types that a handler can return instead of a plain body. */

/** A file response: bytes or a stream, displayed in the browser or downloaded. */
export class FileResponse {
  readonly content: Uint8Array | ReadableStream<Uint8Array> | string
  readonly contentType: string
  readonly fileName: string | undefined
  readonly disposition: 'inline' | 'attachment'
  constructor(
    content: Uint8Array | ReadableStream<Uint8Array> | string,
    options: { contentType: string; fileName?: string; disposition?: 'inline' | 'attachment' },
  ) {
    this.content = content
    this.contentType = options.contentType
    this.fileName = options.fileName
    this.disposition = options.disposition ?? 'inline'
  }
}

/** A body with its own headers or status. Without a status, the contract's success status is used. */
export class ApiResponse<Body> {
  readonly body: Body
  readonly status: number | undefined
  readonly headers: Record<string, string>
  /**
   * Body to store for repeated requests with the same Idempotency-Key. Set it if `body` contains data that is shown
   * only once.
   */
  readonly storedBody: Body | undefined
  constructor(body: Body, options: { status?: number; headers?: Record<string, string>; kept?: Body } = {}) {
    this.body = body
    this.status = options.status
    this.headers = options.headers ?? {}
    this.storedBody = options.kept
  }
}

/**
 * JSON that PostgreSQL builds and the API sends unchanged. This saves parsing and serialization in frequent reads.
 * `Body` is the type of the content.
 */
export class JsonText<Body> {
  readonly text: string
  declare readonly body: Body
  constructor(text: string) {
    this.text = text
  }
}

export type Reply<Body> = Body | ApiResponse<Body> | JsonText<Body>

/** Wraps a payload in the v1 envelope. */
export const ok = <Payload>(payload: Payload, message = '') => ({ statusCode: 200, message, payload })

/** Wraps a payload that PostgreSQL serialized in the v1 envelope. */
export const wrapJsonInEnvelope = <Payload>(payloadJson: string) =>
  new JsonText<{ statusCode: number; message: string; payload: Payload }>(
    `{"statusCode":200,"message":"","payload":${payloadJson}}`,
  )
