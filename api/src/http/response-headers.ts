/**
 * Headers that middleware adds to the response of a request. An operation creates its response with these headers,
 * because the server sends a plain object of headers much faster than the `Headers` of a finished response.
 */
export class ResponseHeaders {
  readonly #values: Record<string, string>
  #created: Response | undefined

  constructor(values: Readonly<Record<string, string>>) {
    this.#values = { ...values }
  }

  /** Adds a header to the response, or replaces it. Call it before the handler of the request runs. */
  set(name: string, value: string): void {
    this.#values[name] = value
  }

  /** Creates the response with its own headers and the headers from middleware, which take precedence. */
  createResponse(body: string | null, status: number, headers: Record<string, string>): Response {
    this.#created = new Response(body, { status, headers: { ...headers, ...this.#values } })
    return this.#created
  }

  /** Adds the headers to a response that was created without them, such as a file, a page or an error. */
  addTo(response: Response): void {
    if (response === this.#created) return
    for (const [name, value] of Object.entries(this.#values)) response.headers.set(name, value)
  }
}
