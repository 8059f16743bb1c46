/**
 * Derives an operation's errors, effects and access description from its route, input and `x-access` (ADR 17). Source
 * files declare only errors that cannot be derived or that have their own body.
 */

const component = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  412: 'PreconditionFailed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Unprocessable',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
}

const isPublic = ({ who = [] } = {}) => who.includes('anyone') || who.includes('webhook')
const acceptsIdempotencyKey = (operation) =>
  (operation.parameters ?? []).some(({ $ref, name }) => name === 'Idempotency-Key' || $ref?.endsWith('/IdempotencyKey'))

/** Returns the error statuses that follow from the operation's properties. */
export function getDerivedStatuses(operation) {
  const access = operation['x-access'] ?? {}
  const [method, path] = operation['x-route'].split(' ')
  return [
    // An operation rejects undeclared query parameters and fields unless `x-open-query` is set.
    (!operation['x-open-query'] || operation.parameters?.length || operation.requestBody) && 400,
    !isPublic(access) && 401,
    // The API key lacks the scope, or no API key can call the operation.
    !isPublic(access) && 403,
    path.includes('{') && 404,
    method !== 'GET' && acceptsIdempotencyKey(operation) && 409,
    operation['x-versioned'] && 412,
    operation.requestBody && 413,
    operation.requestBody && 415,
    // The idempotency key was used with another body, or a rule rejects the body.
    method !== 'GET' && (acceptsIdempotencyKey(operation) || (operation.requestBody && !isPublic(access))) && 422,
    429,
    500,
    503,
  ].filter(Boolean)
}

/**
 * Returns the scope that an API key requires: the operation's tag with `read` or `write`. Returns undefined for
 * operations that API keys cannot call, which are those for insureds, for a person's own data (`owns: self`) or for
 * people only (`onlyPeople`).
 */
export function getScope(operation) {
  const { who = [], owns, onlyPeople } = operation['x-access'] ?? {}
  if (owns === 'self' || onlyPeople || !who.some((one) => one === 'agent' || one === 'staff')) return undefined
  return `${operation.tags[0]}:${operation['x-effects'] === 'none' ? 'read' : 'write'}`
}

const joinWords = (words, last) => [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(` ${last} `)

/** Describes `x-access` in a sentence. */
export function describeAccess({ who = [], roles = [], readonly, owns, beforeApproval } = {}, scope) {
  if (who.includes('anyone')) return '**Who:** anyone, without a token.'
  if (who.includes('webhook')) return '**Who:** Stripe, with signed requests.'
  const names = { agent: 'agents', insured: 'insureds', staff: 'staff' }
  const owned = { policy: 'policies', agency: 'agencies', claim: 'claims', document: 'documents' }[owns]
  const restricted = who.filter((one) => one !== 'staff')
  return [
    `**Who:** ${joinWords(
      who.map((one) => names[one]),
      'and',
    )}`,
    roles.length
      ? ` with the role ${joinWords(
          roles.map((role) => `\`${role}\``),
          'or',
        )}`
      : '',
    owns === 'self' ? ', for their own account' : '',
    owned && restricted.length
      ? `; ${joinWords(
          restricted.map((one) => names[one]),
          'and',
        )} for their own ${owned} only`
      : '',
    readonly === false ? '; not read-only users' : '',
    beforeApproval ? '; agents also while their agency is being registered' : '',
    '.',
    scope ? ` **API keys:** with the scope \`${scope}\`.` : ' **API keys:** not accepted.',
  ].join('')
}

/** Declares the header with the URL of the created resource. */
function declareLocation(operation) {
  const { 201: created } = operation.responses
  if (operation['x-location'] && created)
    created.headers = { Location: { $ref: '#/components/headers/Location' }, ...created.headers }
}

const replayHeader = 'Idempotent-Replayed'
/** Date since which the GET variants of POST operations are deprecated. */
const getVariantsDeprecatedSince = '2026-11-27'

/** Declares the header that marks the stored response of an earlier request with the same Idempotency-Key. */
function declareReplayHeader(operation) {
  if (!acceptsIdempotencyKey(operation)) return
  for (const [status, response] of Object.entries(operation.responses))
    if (status.startsWith('2') && !response.$ref)
      response.headers = { [replayHeader]: { $ref: `#/components/headers/${replayHeader}` }, ...response.headers }
}

/**
 * Returns the documented GET variant of a POST operation, without the headers that only write operations need (API-1).
 */
const buildGetVariant = (operation) => {
  const { 'x-also-by-url': _mark, ...rest } = structuredClone(operation)
  for (const [status, { headers }] of Object.entries(rest.responses)) {
    if (!status.startsWith('2') || !headers) continue
    delete headers[replayHeader]
    headers.Deprecation = { $ref: '#/components/headers/Deprecation' }
  }
  return {
    ...rest,
    operationId: `${operation.operationId}ByUrl`,
    summary: `${operation.summary} (GET)`,
    deprecated: true,
    'x-deprecated-since': getVariantsDeprecatedSince,
    description: `Deprecated since ${getVariantsDeprecatedSince}. Use ${operation.operationId} (POST): browsers, link previews and proxies can repeat a GET request, and each request has an effect.\n\n${rest.description}`,
    parameters: rest.parameters.filter(({ $ref }) => !/\/(IdempotencyKey|DryRun)$/.test($ref ?? '')),
    'x-effects': 'once',
    'x-same-as': operation.operationId,
  }
}

/**
 * Declares the version of a resource that can be edited (`x-versioned`): `ETag` on its GET and its edit, and `If-Match`
 * on the edit (API-13). The version does not depend on the fields listed in `ignores`. If the path of the edit does not
 * identify the resource, `path` is the path of the GET operation, and `fields` are the body fields with its parameters.
 */
function declareVersion(paths, path) {
  const edit = [paths[path].put, paths[path].patch, paths[path].post].find((operation) => operation?.['x-versioned'])
  if (!edit) return
  const read = paths[edit['x-versioned'].path ?? path]?.get
  if (!read) throw new Error(`${edit.operationId}: x-versioned requires a GET operation with the path of the resource.`)
  edit['x-version-of'] = read.operationId
  edit.parameters.push({ $ref: '#/components/parameters/IfMatch' })
  for (const { responses } of [read, edit])
    responses[200].headers = { ETag: { $ref: '#/components/headers/ETag' }, ...responses[200].headers }
  read['x-version-ignores'] = edit['x-versioned'].ignores ?? []
}

const applyTraits = () => {
  const pathsWithGetVariant = []
  const scopes = new Set()
  return {
    Operation: {
      leave(operation) {
        for (const status of getDerivedStatuses(operation))
          operation.responses[status] ??= { $ref: `#/components/responses/${component[status]}` }
        declareLocation(operation)
        declareReplayHeader(operation)
        const [method, path] = operation['x-route'].split(' ')
        operation['x-effects'] ??= method === 'GET' ? 'none' : 'repeatable'
        const scope = getScope(operation)
        operation.security ??= [{ token: [] }, ...(scope ? [{ apiKey: [scope] }] : [])]
        if (scope) scopes.add(scope)
        operation.description = [operation.description?.trim(), describeAccess(operation['x-access'], scope)]
          .filter(Boolean)
          .join('\n\n')
        if (operation['x-also-by-url']) pathsWithGetVariant.push(path)
      },
    },
    Root: {
      leave({ components }) {
        components.schemas.ApiScope.enum = [...scopes].sort()
      },
    },
    Paths: {
      leave(paths) {
        for (const path of Object.keys(paths)) declareVersion(paths, path)
        for (const path of pathsWithGetVariant) {
          paths[path].get = buildGetVariant(paths[path].post)
          delete paths[path].post['x-also-by-url']
        }
      },
    },
  }
}

/** Rejects source files with declarations that are derived. */
const rejectDerivedDeclarations = () => ({
  Operation: {
    enter(operation, { report, location }) {
      if (operation.security?.length)
        report({
          message:
            'Remove security: it is derived from x-access and the tag. Only public operations declare `security: []`.',
          location: location.child(['security']).key(),
        })
      const derived = new Set(getDerivedStatuses(operation).map(String))
      for (const [status, response] of Object.entries(operation.responses ?? {}))
        if (derived.has(status) && response.$ref?.endsWith(`responses/errors.yaml#/${component[status]}`))
          report({
            message: `Remove the ${status} response: rules/derive.mjs derives it.`,
            location: location.child(['responses', status]).key(),
          })
    },
  },
})

export default function derive() {
  return {
    id: 'derive',
    rules: { oas3: { 'no-derived-declarations': rejectDerivedDeclarations } },
    decorators: { oas3: { traits: applyTraits } },
  }
}
