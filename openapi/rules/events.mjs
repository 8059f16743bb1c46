/**
 * Generates the contract's `webhooks` from the events in schemas/events.yaml (`Event`). Signatures follow Standard
 * Webhooks.
 */
const header = (name, description, schema, example) => ({
  ...{ name, in: 'header', required: true, description, schema, example },
})
const parameters = {
  WebhookId: header(
    'webhook-id',
    'The ID of the event. It is the same in every attempt.',
    { $ref: '#/components/schemas/EventId' },
    'evt_5b0c9f1e6f0a4c599a550f6a2f3a1a01',
  ),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'The time of this attempt, in seconds since 1970. Reject requests older than five minutes.',
    { type: 'integer', format: 'int64', minimum: 0, maximum: 99999999999 },
    1795186800,
  ),
  WebhookSignature: header(
    'webhook-signature',
    'One or more signatures, separated by spaces. Each is `v1,` followed by the Base64-encoded HMAC-SHA-256 of ID, timestamp and body.',
    { type: 'string', maxLength: 1000, pattern: '^\\S.*$', 'x-message': 'signatures, separated by spaces.' },
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
}

const getSchemaName = (reference) => reference.split('/').at(-1)
const getOperationId = (schema) => `on${schema.replace(/Event$/, '')}`

const webhooks = () => ({
  Root: {
    leave(root) {
      const { schemas } = root.components
      Object.assign(root.components.parameters, parameters)
      root.webhooks = Object.fromEntries(
        schemas.Event.oneOf.map(({ $ref }) => {
          const { title, description, examples } = schemas[getSchemaName($ref)]
          const operation = {
            operationId: getOperationId(getSchemaName($ref)),
            tags: ['events'],
            summary: description.replace(/\.$/, ''),
            description: `${description} Sent to webhook endpoints that subscribe to this event. A 2xx response within ten seconds accepts it; otherwise it is retried for three days.`,
            security: [],
            parameters: Object.keys(parameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
            requestBody: {
              required: true,
              description: 'The event.',
              content: {
                'application/json': { schema: { $ref }, examples: { event: { summary: title, value: examples[0] } } },
              },
            },
            responses: { 204: { description: 'The event was received.' } },
          }
          return [title, { post: operation }]
        }),
      )
    },
  },
})

export default function events() {
  return { id: 'events', decorators: { oas3: { webhooks } } }
}
