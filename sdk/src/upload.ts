/** Progress of an upload, in bytes. */
export interface UploadProgress {
  sent: number
  total: number
}

/**
 * The part of the browser's `XMLHttpRequest` type that the SDK uses. Declared here so that programs compile without the
 * browser's types.
 */
interface Xhr {
  open: (method: string, url: string) => void
  responseType: string
  withCredentials: boolean
  setRequestHeader: (name: string, value: string) => void
  getAllResponseHeaders: () => string
  upload: { onprogress?: (event: { loaded: number; total: number }) => void }
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status: number
  response: Blob
  send: (body: Blob) => void
  abort: () => void
}

const browser = globalThis as unknown as { XMLHttpRequest?: new () => Xhr }

/** HTTP statuses of responses that have no body. */
const statusesWithoutBody = new Set([204, 205, 304])

/** Sends a request with `XMLHttpRequest`, the only browser API that reports upload progress. */
const sendWithXhr = (xhr: Xhr, request: Request, body: Blob, onProgress: (progress: UploadProgress) => void) =>
  new Promise<Response>((resolve, reject) => {
    xhr.open(request.method, request.url)
    xhr.responseType = 'blob'
    xhr.withCredentials = request.credentials === 'include'
    for (const [name, value] of request.headers) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total })
    xhr.onerror = () => reject(new TypeError('The upload was interrupted.'))
    xhr.onabort = () => reject(request.signal.reason)
    xhr.onload = () => {
      const lines = xhr
        .getAllResponseHeaders()
        .trim()
        .split(/[\r\n]+/)
      const headers = new Headers()
      for (const line of lines) {
        const [name = '', ...value] = line.split(': ')
        if (name) headers.append(name, value.join(': '))
      }
      resolve(new Response(statusesWithoutBody.has(xhr.status) ? null : xhr.response, { status: xhr.status, headers }))
    }
    if (request.signal.aborted) return reject(request.signal.reason)
    request.signal.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(body)
  })

/** Sends the body as a stream and counts the bytes as they are read. Used on platforms without `XMLHttpRequest`. */
function sendAsStream(
  request: Request,
  body: Blob,
  onProgress: (progress: UploadProgress) => void,
  send: typeof fetch,
) {
  let sent = 0
  const counted = body.stream().pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        sent += chunk.byteLength
        controller.enqueue(chunk)
        onProgress({ sent, total: body.size })
      },
    }),
  )
  return send(new Request(request, { body: counted, duplex: 'half' } as RequestInit))
}

/**
 * Returns a `fetch` that reports upload progress. Progress restarts at 0 for each retry. The body is kept in memory as
 * a `Blob` while it is sent.
 *
 * @param send sends requests on platforms without `XMLHttpRequest`
 * @example const tideline = createTideline({ baseUrl, token, fetch: withUploadProgress(({ sent, total }) => show(sent /
 * total)) })
 */
export const withUploadProgress =
  (onProgress: (progress: UploadProgress) => void, send: typeof fetch = fetch): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const body = await request.clone().blob()
    if (body.size === 0) return send(request)
    onProgress({ sent: 0, total: body.size })
    return browser.XMLHttpRequest
      ? sendWithXhr(new browser.XMLHttpRequest(), request, body, onProgress)
      : sendAsStream(request, body, onProgress, send)
  }
