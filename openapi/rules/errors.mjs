import { getFieldLabel } from '../field-labels.ts'

/**
 * Derives the contract's error documentation. The list of all codes (`ErrorCode`) comes from its `x-words`. An
 * operation's error table and response examples come from its `x-errors`:
 *
 *     x-errors:
 *       quote_expired: The policy has changed since this quote was created. Create a new quote.
 *       outside_term: "effectiveDate: must be between 2026-06-15 and 2027-06-14."
 *
 * Each code has an example message. A message that starts with a field name belongs to that field, and callers see the
 * field's label. An object can set more properties (`message`, `declineCode`). Codes that all operations can return are
 * not listed.
 */
const responses = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  415: 'UnsupportedMediaType',
  422: 'Unprocessable',
  429: 'TooManyRequests',
}
const methods = ['get', 'post', 'put', 'patch', 'delete']
/** The codes that only operations with an `Idempotency-Key` header return. */
const idempotencyCodes = new Set(['in_progress', 'key_reused'])

const isVocabulary = (schema) => schema['x-words']?.name === 'errorCodes'

const buildTableRows = (entries) => [
  '| code | status | meaning |',
  '| --- | --- | --- |',
  ...entries.map(({ code, status, means }) => `| \`${code}\` | ${status} | ${means} |`),
]

const listErrorCodes = () => ({
  Schema: {
    leave(schema) {
      if (!isVocabulary(schema) || schema.enum) return
      const { entries } = schema['x-words']
      const groups = [...Map.groupBy(entries, ({ group }) => group)]
      schema.enum = entries.map(({ code }) => code)
      schema.description = [
        schema.description,
        ...groups.flatMap(([group, codes]) => ['', `**${group}**`, '', ...buildTableRows(codes)]),
      ].join('\n')
    },
  },
})

const buildExample = ({ code, status, means }, declared, model) => {
  const { message: text, ...more } = typeof declared === 'string' ? { message: declared } : declared
  const field = /^([A-Za-z][\w.-]*): /.exec(text)?.[1]
  const message = field
    ? text.replace(/^[^:]+:(?= (is|must|does) )?/, (_, verb) => `${getFieldLabel(field)}${verb ? '' : ':'}`)
    : text
  const error = { code, message, ...(field ? { field } : {}), ...more }
  const value = {
    ...model,
    statusCode: status,
    message,
    errors: [error],
    ...(model.Errors ? { Errors: [message] } : {}),
  }
  return { summary: means, value }
}

/** Removes the shared responses that every operation has replaced with its own error codes. */
function removeUnusedResponses({ components, ...root }) {
  const text = JSON.stringify(root)
  for (const name of Object.keys(components.responses))
    if (!text.includes(`"#/components/responses/${name}"`)) delete components.responses[name]
}

const addOperationErrors = () => ({
  Root: {
    leave(root) {
      const { schemas, responses: components } = root.components
      const known = new Map(schemas.ErrorCode['x-words'].entries.map((entry) => [entry.code, entry]))
      const resolve = (response) => (response?.$ref ? components[response.$ref.split('/').at(-1)] : response)

      const addErrorCodes = (operation) => {
        const own = Object.entries(operation['x-errors']).map(([code, declared]) => {
          const entry = known.get(code)
          const problem = entry
            ? entry.group === 'General' && 'is a general code that is documented automatically'
            : 'is not in ErrorCode'
          if (problem) throw new Error(`${operation.operationId}: x-errors contains ${code}, which ${problem}.`)
          return { ...entry, declared }
        })
        const acceptsIdempotencyKey = (operation.parameters ?? []).some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))
        for (const [status, codes] of Map.groupBy(own, (entry) => entry.status)) {
          const response = resolve(operation.responses[status]) ?? components[responses[status]]
          const media = response.content['application/json']
          const examples = Object.entries(media.examples)
          const model = examples[0][1].value
          const shared = examples.filter(
            ([code]) => known.get(code)?.group === 'General' && (acceptsIdempotencyKey || !idempotencyCodes.has(code)),
          )
          operation.responses[status] = {
            ...response,
            content: {
              'application/json': {
                ...media,
                examples: {
                  ...Object.fromEntries(codes.map((entry) => [entry.code, buildExample(entry, entry.declared, model)])),
                  ...Object.fromEntries(shared),
                },
              },
            },
          }
        }
        operation.description = [operation.description.trim(), '', '**Error codes**', '', ...buildTableRows(own)].join(
          '\n',
        )
      }

      for (const item of Object.values(root.paths))
        for (const method of methods) if (item[method]?.['x-errors']) addErrorCodes(item[method])
      removeUnusedResponses(root)
    },
  },
})

export default function errors() {
  return { id: 'errors', decorators: { oas3: { codes: listErrorCodes, 'operation-errors': addOperationErrors } } }
}
