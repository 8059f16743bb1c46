import { expect, test } from 'vitest'
import { calls, contract } from '../support/contract.ts'
import { type Documented, documented } from '../support/documented-fields.ts'

interface Shape {
  $ref?: string
  properties?: Record<string, Shape>
  items?: Shape
  prefixItems?: Shape[]
  allOf?: Shape[]
  oneOf?: Shape[]
  anyOf?: Shape[]
}
interface Body {
  $ref?: string
  content?: Record<string, { schema?: Shape }>
}

const pointedAt = <Value extends { $ref?: string }>(value: Value): Value =>
  value.$ref
    ? pointedAt(
        value.$ref
          .slice('#/'.length)
          .split('/')
          .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], contract) as Value,
      )
    : value

/** Returns a schema and all the schemas that it is composed of. */
function parts(shape: Shape): Shape[] {
  const own = pointedAt(shape)
  return [own, ...[own.allOf, own.oneOf, own.anyOf].flatMap((some) => (some ?? []).flatMap(parts))]
}

const stepInto = (shape: Shape, step: string) =>
  parts(shape)
    .map((part) => (step === '0' ? (part.items ?? part.prefixItems?.[0]) : part.properties?.[step]))
    .find(Boolean)

function getSchema({ operation, at, sent }: Documented): Shape {
  const call = calls.find(({ operationId }) => operationId === operation)
  const good = Object.entries(call?.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1]
  const body = pointedAt((sent ? call?.requestBody : good) as Body)
  const whole = body.content?.['application/json']?.schema
  const shape = at
    .split('.')
    .reduce<Shape | undefined>((from, step) => (from && step ? stepInto(from, step) : from), whole)
  if (!shape) throw new Error(`${operation} has nothing at ${at}`)
  return shape
}

test.each(documented.map((entry) => ({ ...entry, id: entry.ids.map((id) => `[${id}]`).join(' ') })))(
  'declares in the contract every specified field of $what $id',
  (entry) => {
    const known = parts(getSchema(entry)).flatMap(({ properties }) => Object.keys(properties ?? {}))
    expect(known).toEqual(expect.arrayContaining(entry.fields.split(/\s+/)))
  },
)
