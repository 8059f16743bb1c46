/** What a handler may give back instead of a plain body. */

/** A file: bytes or a stream, shown in place or offered for saving. */
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

/** A body with headers or a status of its own; without a status the contract's success status is used. */
export class Answer<Body> {
  readonly body: Body
  readonly status: number | undefined
  readonly headers: Record<string, string>
  /** What the same Idempotency-Key is answered again, where `body` holds what is shown once. */
  readonly kept: Body | undefined
  constructor(body: Body, options: { status?: number; headers?: Record<string, string>; kept?: Body } = {}) {
    this.body = body
    this.status = options.status
    this.headers = options.headers ?? {}
    this.kept = options.kept
  }
}

/**
 * JSON that PostgreSQL has built already, sent as it is: the hottest reads skip parsing and printing it again.
 * `Body` is what the text holds, by promise of the query that made it (its test compares it with the contract).
 */
export class JsonText<Body> {
  readonly text: string
  declare readonly body: Body
  constructor(text: string) {
    this.text = text
  }
}

export type Reply<Body> = Body | Answer<Body> | JsonText<Body>

/** The v1 envelope around a payload. */
export const ok = <Payload>(payload: Payload, message = '') => ({ statusCode: 200, message, payload })

/** The v1 envelope as text around a payload that PostgreSQL has printed. */
export const okText = <Payload>(payloadJson: string) =>
  new JsonText<{ statusCode: number; message: string; payload: Payload }>(
    `{"statusCode":200,"message":"","payload":${payloadJson}}`,
  )
