/** The last received version (`ETag`) of each resource that can be edited, by URL path. */
const versions = new Map<string, string>()

/** Stores the version of a response. */
export function recordVersion(url: string, response: Response): void {
  const tag = response.ok ? response.headers.get('etag') : null
  if (tag) versions.set(new URL(url, window.location.origin).pathname, tag)
}

/**
 * Returns the header that makes an edit fail if the resource has changed since it was last loaded. Call it when the form
 * opens, because the resource can reload while the form is open.
 */
export function getVersionHeader(path: string): { 'If-Match'?: string } {
  const tag = versions.get(path)
  return tag === undefined ? {} : { 'If-Match': tag }
}
