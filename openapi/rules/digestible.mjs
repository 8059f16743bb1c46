/**
 * What tools of strangers stumble over, though the standard allows it: generators for Go and Rust know no look-around,
 * some put headers' patterns into string literals, some write all components into one namespace, and routers other
 * than ours may take the wrong one of two paths that fit.
 */

const methods = ['get', 'put', 'post', 'patch', 'delete']

function* walk(value, path) {
  if (typeof value !== 'object' || value === null) return
  yield [value, path]
  for (const [key, part] of Object.entries(value)) yield* walk(part, [...path, key])
}

/** Patterns that RE2 refuses, and quotes in a header's. */
export function patterns(document) {
  const problems = []
  for (const [value, path] of walk(document, [])) {
    const { pattern } = value
    if (typeof pattern !== 'string') continue
    if (/\(\?(?:[=!]|<[=!])|\\[1-9]/.test(pattern))
      problems.push({ message: `No look-around in ${pattern}: say it in code and in the description.`, path })
    if (/["'`]/.test(pattern) && path.includes('headers'))
      problems.push({ message: `No quotes in the pattern of a header: ${pattern}.`, path })
  }
  return problems
}

/** Components of one name in two sections. */
export function componentNames({ components }) {
  const sections = new Map()
  const problems = []
  for (const [section, entries] of Object.entries(components))
    for (const name of Object.keys(entries)) {
      const other = sections.get(name)
      if (other) problems.push({ message: `${name} is in ${other}, too.`, path: ['components', section, name] })
      sections.set(name, section)
    }
  return problems
}

/** The documents name these paths, whatever else fits them; the most static one wins (API-4). */
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

/** Both fit some address, and neither is the more static one at every part. */
function areAmbiguous(one, other) {
  const [left, right] = [one.split('/'), other.split('/')]
  if (left.length !== right.length) return false
  if (!left.every((part, at) => part === right[at] || isParameter(part) || isParameter(right[at]))) return false
  const isLooser = (these, those) => these.some((part, at) => isParameter(part) && !isParameter(those[at]))
  return isLooser(left, right) === isLooser(right, left)
}

/** Paths that fit one address, neither of them documented; and exceptions that nothing needs any more. */
export function ambiguousPaths({ paths }) {
  const all = Object.keys(paths).filter((path) => methods.some((method) => paths[path][method]))
  const pairs = all.flatMap((one, at) =>
    all.slice(at + 1).flatMap((other) => (areAmbiguous(one, other) ? [[one, other]] : [])),
  )
  return [
    ...pairs
      .filter((pair) => !pair.some((path) => documented.includes(path)))
      .map(([one, other]) => ({ message: `Fits the same addresses as ${other}.`, path: ['paths', one] })),
    ...documented
      .filter((path) => !pairs.some((pair) => pair.includes(path)))
      .map((path) => ({ message: `${path} is ambiguous no more: take it off the list.`, path: ['paths'] })),
  ]
}

const nameOf = (reference) => reference.split('/').at(-1)

/**
 * Whether no value fits both: one requires a field that the other, closed, does not know, or a field that both require has
 * other words in each.
 */
function areToldApart(one, other) {
  const isClosedTo = (closed, field) => closed.additionalProperties === false && !closed.properties?.[field]
  const wants = (these, those) => (these.required ?? []).some((field) => isClosedTo(those, field))
  const tags = (one.required ?? []).filter((field) => {
    const [left, right] = [one, other].map((schema) => schema.properties?.[field]?.enum)
    return left && right && other.required?.includes(field) && !left.some((word) => right.includes(word))
  })
  return wants(one, other) || wants(other, one) || tags.length > 0
}

/**
 * Where several objects may stand in one place (the documents spell some bodies in two ways, with no field that says which),
 * each value fits one of them only, so that any tool finds which.
 */
export function untoldUnions(document) {
  const { schemas } = document.components
  const resolved = (schema) => (schema.$ref ? resolved(schemas[nameOf(schema.$ref)]) : schema)
  const problems = []
  for (const [value, path] of walk(document, [])) {
    for (const word of ['oneOf', 'anyOf']) {
      if (!Array.isArray(value[word]) || path.includes('examples')) continue
      const objects = value[word].map(resolved).filter(({ properties }) => properties)
      if (objects.length > 1 && word === 'anyOf')
        problems.push({ message: 'Of several objects exactly one fits: say oneOf.', path })
      for (const [at, one] of objects.entries())
        for (const other of objects.slice(at + 1))
          if (!value.discriminator && !areToldApart(one, other))
            problems.push({
              message: `${one.title ?? one.description} and "${other.title ?? other.description}" both fit some value: require a field in one that the other does not know.`,
              path,
            })
    }
  }
  return problems
}
