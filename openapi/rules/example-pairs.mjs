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
const keyOf = (name) => {
  const key = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return spellings[key] ?? key
}

/** Returns whether the response has a different value by design: a new token, or only the last digits of a tax ID. */
const isReplacedInResponse = (name) => /token|taxId/i.test(name)
/** Returns whether two values match. Refunds can have the opposite sign, and a timestamp can become a date. */
const isEquivalent = (asked, told) =>
  /^\d{4}-\d{2}-\d{2}$/.test(told)
    ? String(asked).startsWith(told)
    : typeof asked === 'number' && typeof told === 'number'
      ? Math.abs(asked) === Math.abs(told)
      : String(asked).toLowerCase() === String(told).toLowerCase()

const examplesOf = (content) => Object.values(content ?? {}).flatMap(({ examples }) => Object.entries(examples ?? {}))
const answersOf = ({ responses = {} }) =>
  Object.entries(responses).flatMap(([status, { content }]) => (status < '300' ? examplesOf(content) : []))

/** Returns a problem for each request or response example without a counterpart of the same name. */
export function checkExampleNames(operation) {
  const asked = new Set(examplesOf(operation.requestBody?.content).map(([name]) => name))
  const told = new Set(answersOf(operation).map(([name]) => name))
  if (asked.size === 0 || told.size === 0) return []
  return [
    ...[...asked.difference(told)].map((name) => ({
      message: `The request example ${name} has no response example with this name.`,
    })),
    ...[...told.difference(asked)].map((name) => ({
      message: `The response example ${name} has no request example with this name.`,
    })),
  ]
}

/** Returns a problem for each field whose value differs between request and response example. */
export function checkExampleValues(operation) {
  const bodies = new Map(examplesOf(operation.requestBody?.content))
  const parameters = (operation.parameters ?? []).filter((one) => one.in === 'path' || one.required)
  return answersOf(operation).flatMap(([name, { value, 'x-request': given = {} }]) => {
    const asked = new Map()
    const ask = (entries) => {
      for (const [key, one] of entries) if (isScalar(one)) asked.set(keyOf(key), one)
    }
    ask(parameters.map((one) => [one.name, one.example]))
    ask(Object.entries(given))
    const body = bodies.get(name)?.value
    if (isObject(body)) ask(Object.entries(body))
    const told = value?.payload ?? value?.result ?? value
    if (!isObject(told)) return []
    return Object.entries(told)
      .filter(([key, one]) => isScalar(one) && !isReplacedInResponse(key) && asked.get(keyOf(key)) !== undefined)
      .filter(([key, one]) => !isEquivalent(asked.get(keyOf(key)), one))
      .map(([key, one]) => ({
        message: `${name}: ${key} is ${asked.get(keyOf(key))} in the request and ${one} in the response.`,
      }))
  })
}
