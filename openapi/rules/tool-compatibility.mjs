/**
 * Rejects OpenAPI features that common tools do not support: lookarounds (Go and Rust), quotes in header patterns,
 * component names used in two sections, and ambiguous paths.
 */

const methods = ['get', 'put', 'post', 'patch', 'delete']

function* walk(value, path) {
  if (typeof value !== 'object' || value === null) return
  yield [value, path]
  for (const [key, part] of Object.entries(value)) yield* walk(part, [...path, key])
}

/**
 * Returns a problem for each pattern that RE2 does not support and for quotes in header patterns. Checks each object
 * once inside and once outside of headers, because references to the same schema share one object.
 */
export function checkPatterns(document) {
  const problems = []
  const [inHeaders, elsewhere] = [new WeakSet(), new WeakSet()]
  const check = (value, path) => {
    if (typeof value !== 'object' || value === null) return
    const isInHeader = path.includes('headers')
    const checked = isInHeader ? inHeaders : elsewhere
    if (checked.has(value)) return
    checked.add(value)
    const { pattern } = value
    if (typeof pattern === 'string') {
      if (/\(\?(?:[=!]|<[=!])|\\[1-9]/.test(pattern))
        problems.push({
          message: `Remove the lookaround from ${pattern}. Check the rule in code and document it in the description.`,
          path,
        })
      if (/["'`]/.test(pattern) && isInHeader)
        problems.push({ message: `Remove the quotes from the header pattern ${pattern}.`, path })
    }
    for (const [key, part] of Object.entries(value)) check(part, [...path, key])
  }
  check(document, [])
  return problems
}

/** Returns a problem for each component name that is used in two sections. */
export function checkComponentNames({ components }) {
  const sections = new Map()
  const problems = []
  for (const [section, entries] of Object.entries(components))
    for (const name of Object.keys(entries)) {
      const other = sections.get(name)
      if (other)
        problems.push({
          message: `${name} is also in ${other}. Rename one of them.`,
          path: ['components', section, name],
        })
      sections.set(name, section)
    }
  return problems
}

/** Documented ambiguous paths. The path with more static segments takes precedence (API-4). */
const documented = [
  '/api/v1/agencies/AgencyDetailsForPolicy/{agencyNo}',
  '/api/v1/agencies/bindCount/{agentCode}',
  '/api/v1/agencies/detail/{AgentNo}',
  '/api/v1/claims/notes/{noteID}',
  '/api/v1/payments/{cur}/moveto/{next}/{amount}',
  '/api/v1/policies/GetPolicyHistorical/{policyNo}',
  '/api/v1/policies/address/{addressID}/version/{addressDataVersion}',
  '/api/v1/policies/cancelRewrite/{policyNo}',
  '/api/v1/policies/getCancelRewriteDates/{policyNo}',
  '/api/v1/policies/reinstate/{policyNo}/{suppress}',
  '/api/v1/{policyNo}/invoiceDetails',
]

const isParameter = (part) => part.startsWith('{')

/** Returns whether both paths can match the same URL and neither path is more specific in every segment. */
function areAmbiguous(one, other) {
  const [left, right] = [one.split('/'), other.split('/')]
  if (left.length !== right.length) return false
  if (!left.every((part, at) => part === right[at] || isParameter(part) || isParameter(right[at]))) return false
  const isLooser = (these, those) => these.some((part, at) => isParameter(part) && !isParameter(those[at]))
  return isLooser(left, right) === isLooser(right, left)
}

/** Returns a problem for each undocumented pair of ambiguous paths, and for each unused exception. */
export function checkAmbiguousPaths({ paths }) {
  const all = Object.keys(paths).filter((path) => methods.some((method) => paths[path][method]))
  const pairs = all.flatMap((one, at) =>
    all.slice(at + 1).flatMap((other) => (areAmbiguous(one, other) ? [[one, other]] : [])),
  )
  return [
    ...pairs
      .filter((pair) => !pair.some((path) => documented.includes(path)))
      .map(([one, other]) => ({ message: `Matches the same URLs as ${other}.`, path: ['paths', one] })),
    ...documented
      .filter((path) => !pairs.some((pair) => pair.includes(path)))
      .map((path) => ({ message: `${path} is no longer ambiguous. Remove it from the list.`, path: ['paths'] })),
  ]
}

const getSchemaName = (reference) => reference.split('/').at(-1)

/**
 * Returns whether no value can match both schemas. Either one schema requires a field that the other forbids, or a
 * field required in both has different enum values.
 */
function areDistinguishable(one, other) {
  const isClosedTo = (closed, field) => closed.additionalProperties === false && !closed.properties?.[field]
  const requiresMissingField = (these, those) => (these.required ?? []).some((field) => isClosedTo(those, field))
  const tags = (one.required ?? []).filter((field) => {
    const [left, right] = [one, other].map((schema) => schema.properties?.[field]?.enum)
    return left && right && other.required?.includes(field) && !left.some((word) => right.includes(word))
  })
  return requiresMissingField(one, other) || requiresMissingField(other, one) || tags.length > 0
}

/**
 * Requires that each value matches exactly one alternative of a union of objects. Tools can then select the right
 * alternative.
 */
export function checkUnions(document) {
  const { schemas } = document.components
  const resolved = (schema) => (schema.$ref ? resolved(schemas[getSchemaName(schema.$ref)]) : schema)
  const problems = []
  for (const [value, path] of walk(document, [])) {
    for (const word of ['oneOf', 'anyOf']) {
      if (!Array.isArray(value[word]) || path.includes('examples')) continue
      const objects = value[word].map(resolved).filter(({ properties }) => properties)
      if (objects.length > 1 && word === 'anyOf') problems.push({ message: 'Use oneOf for a union of objects.', path })
      for (const [at, one] of objects.entries())
        for (const other of objects.slice(at + 1))
          if (!value.discriminator && !areDistinguishable(one, other))
            problems.push({
              message: `"${one.title ?? one.description}" and "${other.title ?? other.description}" can match the same value. Require a field in one that the other does not declare.`,
              path,
            })
    }
  }
  return problems
}
