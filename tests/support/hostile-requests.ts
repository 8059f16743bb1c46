import { type Call, type Parameter, resolve } from './contract.ts'

/** Part of a JSON schema that describes where strings, numbers, and dates are. */
interface Shape {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  description?: string
  properties?: Record<string, Shape>
  additionalProperties?: boolean | Shape
  items?: Shape
  oneOf?: Shape[]
  anyOf?: Shape[]
  allOf?: Shape[]
}
type Path = (string | number)[]
type Kind = 'text' | 'day' | 'number' | 'keys'

/** Location of a value in a request, with the kind of value. */
interface ValueLocation {
  where: 'path' | 'query' | 'jsonQuery' | 'json'
  path: Path
  kind: Kind
}

const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty']
const texts = ['a\0b', 'half \ud800', ...names, 'x'.repeat(10_000)]
const days = ['0000-00-00', '0000-01-01', '2026-02-30', '9999-12-31', '2026-02-30T00:00:00Z', '9999-12-31T23:59:59Z']
const numbers = [-1, 1e308, 'NaN', 2 ** 53]

/** Hostile values for each kind of location. */
const hostileValues: Record<Kind, unknown[]> = {
  text: texts,
  day: [...days, ...texts],
  number: numbers,
  keys: names,
}

const isDay = ({ format, pattern }: Shape) =>
  format === 'date' || format === 'date-time' || pattern?.includes('\\d{4}-\\d{2}')

/** Returns all locations in a schema without duplicates. For a list, returns the locations in its first entry. */
function getLocations(given: Shape, path: Path = [], above: Shape[] = []): { path: Path; kind: Kind }[] {
  const shape = resolve(given as { $ref?: string }) as Shape
  if (above.includes(shape)) return []
  const inner = (next: Shape, key?: string | number) =>
    getLocations(next, key === undefined ? path : [...path, key], [...above, shape])
  const types = [shape.type ?? []].flat()
  return [
    ...[...(shape.oneOf ?? []), ...(shape.anyOf ?? []), ...(shape.allOf ?? [])].flatMap((one) => inner(one)),
    ...Object.entries(shape.properties ?? {}).flatMap(([name, property]) => inner(property, name)),
    ...(shape.items ? inner(shape.items, 0) : []),
    ...(typeof shape.additionalProperties === 'object' || shape.additionalProperties === true
      ? [{ path, kind: 'keys' as const }]
      : []),
    ...(types.includes('string') && shape.format !== 'binary'
      ? [{ path, kind: isDay(shape) ? ('day' as const) : ('text' as const) }]
      : []),
    ...(types.includes('integer') || types.includes('number') ? [{ path, kind: 'number' as const }] : []),
  ]
}

const unique = (places: ValueLocation[]) => [...new Map(places.map((place) => [JSON.stringify(place), place])).values()]

/** Returns the schema of a JSON query parameter, for example the filter of a list. */
const jsonIn = (parameter: Parameter) =>
  parameter.content?.['application/json'] as { schema: Shape; example?: unknown } | undefined

/**
 * Returns all locations of values in an operation's request. Values inside a JSON query parameter are also sent as
 * values of other kinds.
 */
function getCallLocations(call: Call): ValueLocation[] {
  const parameters = (call.parameters ?? []).flatMap((parameter): ValueLocation[] => {
    const { name } = parameter
    if (parameter.in === 'header') return []
    const json = jsonIn(parameter)
    if (!json) {
      const { schema } = parameter as typeof parameter & { schema: Shape }
      return getLocations(schema).map(({ kind }) => ({ where: parameter.in as 'path' | 'query', path: [name], kind }))
    }
    return [
      { where: 'query', path: [name], kind: 'text' },
      ...getLocations(json.schema, [name]).flatMap(({ path, kind }): ValueLocation[] =>
        (kind === 'keys' ? [kind] : ([kind, 'day', 'number'] as const)).map((one) => ({
          where: 'jsonQuery',
          path,
          kind: one,
        })),
      ),
    ]
  })
  const schema = (call.requestBody?.content['application/json'] as { schema?: Shape } | undefined)?.schema
  const body = schema ? getLocations(schema).map((place): ValueLocation => ({ ...place, where: 'json' })) : []
  return unique([...parameters, ...body])
}

/**
 * Returns a copy of a JSON value with the value at one path replaced. For the kind `keys`, adds a field with that name
 * instead.
 */
function withValue(value: unknown, [key, ...rest]: Path, wanted: unknown, kind: Kind): unknown {
  if (key === undefined)
    return kind === 'keys'
      ? Object.defineProperty({ ...(value as object) }, String(wanted), { value: 'x', enumerable: true })
      : wanted
  const inner = (value as Record<string | number, unknown> | null | undefined)?.[key]
  const changed = withValue(inner, rest, wanted, kind)
  if (typeof key === 'number') return [changed, ...(Array.isArray(value) ? value.slice(1) : [])]
  return { ...(value as object), [key]: changed }
}

/** Percent-encodes a value. A lone surrogate becomes three bytes of invalid UTF-8. */
const encoded = (value: unknown) =>
  encodeURIComponent(String(value).replace('\ud800', '\uf8ff')).replace('%EF%A3%BF', '%ED%A0%80')

export interface Hostile {
  /** Description of the request, for failure messages. */
  said: string
  url: string
  body: unknown
}

/** Creates requests that each contain one hostile value. All other values come from the contract's example. */
export function createHostileRequests(call: Call, { body }: { body: unknown }): Hostile[] {
  const urlWith = (place?: ValueLocation, value?: unknown) => {
    const path = call.path.replace(/\{(\w+)\}/g, (_, name) => {
      const parameter = call.parameters?.find((one) => one.name === name)
      return place?.where === 'path' && place.path[0] === name ? encoded(value) : encoded(parameter?.example)
    })
    const query = new Map<string, string>()
    for (const one of call.parameters ?? [])
      if (one.in === 'query' && one.required) query.set(one.name, encoded(one.example))
    const [name = '', ...inner] = place?.path ?? []
    if (place?.where === 'query') query.set(String(name), encoded(value))
    if (place?.where === 'jsonQuery') {
      const parameter = call.parameters?.find((one) => one.name === name)
      const example = parameter && jsonIn(parameter)?.example
      query.set(String(name), encoded(JSON.stringify(withValue(example, inner, value, place.kind))))
    }
    return `${path}?${[...query].map((pair) => pair.join('=')).join('&')}`
  }
  return getCallLocations(call).flatMap((place) =>
    hostileValues[place.kind].map((value) => ({
      said: `${call.operationId}: ${place.where} ${place.path.join('.')} = ${JSON.stringify(value).slice(0, 60)}`,
      url: urlWith(place, value),
      body: place.where === 'json' ? withValue(body, place.path, value, place.kind) : body,
    })),
  )
}

/** Checks whether the contract declares a status for the operation. */
export const isDeclared = (call: Call, status: number) => String(status) in call.responses
