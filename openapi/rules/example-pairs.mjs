/**
 * Requires that a request example and the response example with the same name match. They must have the same policy,
 * rows and amounts because readers and users of the mock server (`Prefer: example=…`) see them together.
 */

const isScalar = (value) => value !== null && typeof value !== 'object'
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields that have different documented names in requests and responses. */
const spellings = {
  policynumber: 'policyno',
  quoteno: 'quotenumber',
  endorsementquotenumber: 'quotenumber',
  agentno: 'agencyno',
  agentnumber: 'agencyno',
}
const normalizeName = (name) => {
  const key = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return spellings[key] ?? key
}

/** Returns whether the response has a different value by design: a new token, or only the last digits of a tax ID. */
const isReplacedInResponse = (name) => /token|taxId/i.test(name)
/** Returns whether two values match. Refunds can have the opposite sign, and a timestamp can become a date. */
const isEquivalent = (sent, returned) =>
  /^\d{4}-\d{2}-\d{2}$/.test(returned)
    ? String(sent).startsWith(returned)
    : typeof sent === 'number' && typeof returned === 'number'
      ? Math.abs(sent) === Math.abs(returned)
      : String(sent).toLowerCase() === String(returned).toLowerCase()

const getExamples = (content) => Object.values(content ?? {}).flatMap(({ examples }) => Object.entries(examples ?? {}))
const getResponseExamples = ({ responses = {} }) =>
  Object.entries(responses).flatMap(([status, { content }]) => (status < '300' ? getExamples(content) : []))

/** Returns a problem for each request or response example without a counterpart of the same name. */
export function checkExampleNames(operation) {
  const requestNames = new Set(getExamples(operation.requestBody?.content).map(([name]) => name))
  const responseNames = new Set(getResponseExamples(operation).map(([name]) => name))
  if (requestNames.size === 0 || responseNames.size === 0) return []
  return [
    ...[...requestNames.difference(responseNames)].map((name) => ({
      message: `The request example ${name} has no response example with this name.`,
    })),
    ...[...responseNames.difference(requestNames)].map((name) => ({
      message: `The response example ${name} has no request example with this name.`,
    })),
  ]
}

/** Returns a problem for each field whose value differs between request and response example. */
export function checkExampleValues(operation) {
  const bodies = new Map(getExamples(operation.requestBody?.content))
  const parameters = (operation.parameters ?? []).filter((one) => one.in === 'path' || one.required)
  return getResponseExamples(operation).flatMap(([name, { value, 'x-request': given = {} }]) => {
    const sent = new Map()
    const addValues = (entries) => {
      for (const [key, one] of entries) if (isScalar(one)) sent.set(normalizeName(key), one)
    }
    addValues(parameters.map((one) => [one.name, one.example]))
    addValues(Object.entries(given))
    const body = bodies.get(name)?.value
    if (isObject(body)) addValues(Object.entries(body))
    const returned = value?.payload ?? value?.result ?? value
    if (!isObject(returned)) return []
    return Object.entries(returned)
      .filter(([key, one]) => isScalar(one) && !isReplacedInResponse(key) && sent.get(normalizeName(key)) !== undefined)
      .filter(([key, one]) => !isEquivalent(sent.get(normalizeName(key)), one))
      .map(([key, one]) => ({
        message: `${name}: ${key} is ${sent.get(normalizeName(key))} in the request and ${one} in the response.`,
      }))
  })
}
