import { TidelineError } from '@tideline/sdk'
import { api } from '@tideline/web-kit/session/api.ts'
import simpleRestProvider from 'ra-data-simple-rest'
import { type DataProvider, type fetchUtils, HttpError } from 'react-admin'
import { getApiCollection } from './resources.ts'

/**
 * Sends the requests of ra-data-simple-rest through the SDK client, which adds the token, retries, idempotency keys and
 * error handling.
 */
async function send(url: string, { method = 'GET', body, headers, signal }: fetchUtils.Options = {}) {
  try {
    const { data, response } = await api.client.request({
      method: method as 'GET',
      url,
      parseAs: 'text',
      throwOnError: true,
      ...(body === undefined ? {} : { body, bodySerializer: (text: unknown) => String(text) }),
      headers: {
        ...Object.fromEntries(new Headers(headers)),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(signal ? { signal } : {}),
      security: [{ scheme: 'bearer', type: 'http' }],
    })
    const text = String(data)
    return { status: response.status, headers: response.headers, body: text, json: text ? JSON.parse(text) : undefined }
  } catch (problem) {
    // react-admin shows the server's message. A 422 error also marks the invalid field.
    if (problem instanceof TidelineError)
      throw new HttpError(
        problem.message,
        problem.status,
        isVersionMismatch(problem) ? undefined : fieldErrors(problem),
      )
    throw problem
  }
}

const isVersionMismatch = ({ code }: TidelineError) => code === 'version_mismatch'

const fieldErrors = (problem: TidelineError) => ({
  errors: Object.fromEntries(problem.errors.flatMap(({ field, message }) => (field ? [[field, message]] : []))),
})

/**
 * The version of a record (`ETag`). It is a field of the record, so that it always belongs to the values that a form
 * shows (API-13).
 */
const versionField = 'recordVersion'

/** Sends the version of an edited record as `If-Match`, and adds the version of a received record to its fields. */
async function sendWithVersion(url: string, options: fetchUtils.Options = {}) {
  const { [versionField]: version, ...fields } = typeof options.body === 'string' ? JSON.parse(options.body) : {}
  const response = await send(url, {
    ...options,
    ...(options.body ? { body: JSON.stringify(fields) } : {}),
    ...(version ? { headers: new Headers({ 'If-Match': version }) } : {}),
  })
  const etag = response.headers.get('etag')
  return etag ? { ...response, json: { ...response.json, [versionField]: etag } } : response
}

const provider = simpleRestProvider('/api/admin', sendWithVersion)
const rest: DataProvider = {
  ...provider,
  update: (resource, params) => {
    const data = { ...params.data, [versionField]: params.previousData?.[versionField] }
    return provider.update(resource, { ...params, data })
  },
}

/** The data provider. Maps each react-admin resource to an API collection. */
export const dataProvider = new Proxy(rest, {
  get: (target: DataProvider, method: string) => {
    const own = target[method]
    if (typeof own !== 'function') return own
    return (resource: string, ...rest: unknown[]) => own(getApiCollection(resource) ?? resource, ...rest)
  },
})
