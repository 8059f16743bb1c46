/**
 * Expands the short forms of the contract, which README.md describes: `x-payload`, `x-page`, `x-rows` with `x-list`, and
 * `x-event`. A lint rule rejects the long forms in source files.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const methods = ['get', 'put', 'post', 'patch', 'delete']
const toSchema = (name) => ({ $ref: `#/components/schemas/${name}` })

/** The events in the order of schemas/events.yaml. */
const eventNames = [
  ...readFileSync(join(import.meta.dirname, '../schemas/events.yaml'), 'utf8').matchAll(/^(\w+Event):$/gm),
].map(([, name]) => name)

/** Declares the types of the short forms. Redocly resolves only references in properties with a type. */
const addTypes = (types) => {
  const extend = (type, properties) => ({ ...type, properties: { ...type.properties, ...properties } })
  return {
    ...types,
    MediaType: extend(types.MediaType, { 'x-payload': 'Schema', 'x-rows': 'Schema' }),
    Operation: extend(types.Operation, { 'x-list': 'BackOfficeList' }),
    Schema: extend(types.Schema, { 'x-page': 'Schema', 'x-event': 'DomainEvent' }),
    BackOfficeList: {
      properties: { sort: 'Schema', filter: 'Schema', range: { type: 'string' } },
      required: ['sort', 'filter', 'range'],
    },
    DomainEvent: {
      properties: { type: { type: 'string' }, data: 'SchemaProperties', example: { type: 'object' } },
      required: ['type', 'data', 'example'],
    },
  }
}

const buildObject = (properties) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
})

const buildEnvelope = (payload) =>
  buildObject({ statusCode: toSchema('StatusCode'), message: toSchema('Message'), payload })

const buildRows = (rows) => ({ type: 'array', maxItems: 1000, ...rows })

const buildPage = ({ 'x-page': rows, properties, ...schema }) => ({
  ...schema,
  ...buildObject({
    ...properties,
    resultCount: toSchema('ResultCount'),
    isCapped: toSchema('IsCapped'),
    items: buildRows(rows),
    nextCursor: toSchema('NextCursor'),
  }),
})

const buildEvent = ({ 'x-event': { type, data, example }, ...schema }) => ({
  title: type,
  ...schema,
  ...buildObject({
    id: toSchema('EventId'),
    type: { type: 'string', enum: [type] },
    occurredAt: { ...toSchema('Moment'), description: 'When the event occurred.' },
    data: buildObject(data),
  }),
  examples: [{ id: 'evt_5b0c9f1e6f0a4c599a550f6a2f3a1a01', type, occurredAt: '2026-11-20T15:04:05Z', data: example }],
})

const buildJsonParameter = (name, description, { required = false, schema, example }) => ({
  name,
  in: 'query',
  required,
  description,
  content: { 'application/json': { schema, example } },
})

const buildListParameters = ({ sort, filter }, schemas) => {
  const { default: order, ...sortSchema } = sort
  const { examples, ...filterSchema } = filter
  const [field, direction] = order
  return [
    buildJsonParameter(
      'sort',
      `The sort field and direction as JSON; by default ${field}, ${direction === 'ASC' ? 'ascending' : 'descending'}.`,
      { schema: sortSchema, example: order },
    ),
    { $ref: '#/components/parameters/Rows' },
    buildJsonParameter('filter', 'Conditions as JSON.', {
      required: Boolean(schemas[filter.$ref.split('/').at(-1)].required),
      schema: filterSchema,
      example: examples[0],
    }),
  ]
}

const buildListHeaders = ({ range }) => ({
  'Content-Range': {
    description: 'The positions of the returned rows and the total number of rows.',
    schema: toSchema('ContentRange'),
    example: range,
  },
  'X-Total-Capped': {
    description: 'Whether counting stopped early and there are more rows than the total.',
    schema: { type: 'boolean' },
    example: false,
  },
})

const replace = (node, value) => {
  for (const key of Object.keys(node)) delete node[key]
  Object.assign(node, value)
}

function expandList(operation, schemas) {
  const { 'x-list': list } = operation
  operation.parameters = [...(operation.parameters ?? []), ...buildListParameters(list, schemas)]
  Object.assign(operation.responses['200'].headers, buildListHeaders(list))
  delete operation['x-list']
}

/** Names the events in the union and in the list of event types. */
function completeEvents({ Event, EventType, ...schemas }) {
  const references = eventNames.map(toSchema)
  const types = eventNames.map((name) => schemas[name].title)
  EventType.enum = types
  Event.oneOf = references
  Event.discriminator.mapping = Object.fromEntries(types.map((type, at) => [type, references[at].$ref]))
}

/** Adds the cancellation and the pending cancellation of each cancel reason to the transaction types. */
function completeTransactionTypes({ TransactionType, ReasonCode }) {
  for (const prefix of ['C', 'P']) TransactionType.enum.push(...ReasonCode.enum.map((code) => `${prefix}${code}`))
}

/** Names the lists of the back office by their collections. */
function completeBackOfficeLists({ BackOfficeList }, paths) {
  BackOfficeList.enum = Object.entries(paths)
    .filter(([, { get }]) => get?.['x-list'])
    .map(([path]) => path.replace('/api/admin/', ''))
    .sort()
}

const expand = () => ({
  MediaType: {
    leave(media) {
      const { 'x-payload': payload, 'x-rows': rows, ...rest } = media
      if (payload) replace(media, { schema: buildEnvelope(payload), ...rest })
      if (rows) replace(media, { schema: buildRows(rows), ...rest })
    },
  },
  Schema: {
    leave(schema) {
      if (schema['x-page']) replace(schema, buildPage(schema))
      if (schema['x-event']) replace(schema, buildEvent(schema))
    },
  },
  Root: {
    leave({ paths, components: { schemas } }) {
      completeEvents(schemas)
      completeTransactionTypes(schemas)
      completeBackOfficeLists(schemas, paths)
      for (const item of Object.values(paths))
        for (const method of methods) if (item[method]?.['x-list']) expandList(item[method], schemas)
    },
  },
})

/** Adds the events to the components, because only the bundle's union refers to them. */
const collectEvents = () => ({
  Root: {
    enter({ components: { schemas } }) {
      for (const name of eventNames) schemas[name] = { $ref: `schemas/events.yaml#/${name}` }
    },
  },
})

const longForms = [
  { form: 'x-payload', names: ['statusCode', 'message', 'payload'] },
  { form: 'x-page', names: ['resultCount', 'isCapped', 'items', 'nextCursor'], allowsMore: true },
  { form: 'x-event', names: ['id', 'type', 'occurredAt', 'data'] },
]

/** Returns the short form that replaces a schema, or undefined. */
export const findShortForm = ({ properties = {} }) => {
  const given = Object.keys(properties)
  return longForms.find(
    ({ names, allowsMore }) =>
      names.every((name) => given.includes(name)) && (allowsMore || given.length === names.length),
  )?.form
}

const rejectLongForms = () => ({
  Schema: {
    enter(schema, { report, location }) {
      const form = findShortForm(schema)
      if (form) report({ message: `Use ${form} (README.md).`, location: location.child(['properties']).key() })
    },
  },
  Response: {
    enter({ headers = {} }, { report, location }) {
      if (headers['Content-Range'])
        report({ message: 'Use x-list and x-rows (README.md).', location: location.child(['headers']).key() })
    },
  },
})

export default function shortForms() {
  return {
    id: 'short-forms',
    typeExtension: { oas3: addTypes },
    preprocessors: { oas3: { events: collectEvents } },
    decorators: { oas3: { expand } },
    rules: { oas3: { 'no-long-form': rejectLongForms } },
  }
}
