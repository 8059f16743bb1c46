/**
 * A default that acts: what is left out of a change must not set, apply or move anything, and what the server leaves out
 * of an answer must not be filled in. So a default stands in parameters of reads, in bodies of reads and of what
 * creates; elsewhere it may only say that something is not done (`false`).
 */

const methods = ['get', 'put', 'post', 'patch', 'delete']
const creates = /^(create|import|login|request|start)[A-Z]/

/** Where defaults stand in a schema: the names on the way, the value, and whether the field is required. */
function* defaultsIn(schema, resolve, path = [], seen = []) {
  if (typeof schema !== 'object' || schema === null || seen.includes(schema)) return
  if ('default' in schema) yield { path, value: schema.default }
  const way = [...seen, schema]
  if (schema.$ref) yield* defaultsIn(resolve(schema.$ref), resolve, path, way)
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* defaultsIn(property, resolve, [...path, schema.required?.includes(name) ? `${name} (required)` : name], way)
  for (const word of ['oneOf', 'anyOf', 'allOf'])
    for (const option of schema[word] ?? []) yield* defaultsIn(option, resolve, path, way)
  if (schema.items) yield* defaultsIn(schema.items, resolve, path, way)
}

export function actingDefaults(document) {
  const resolve = (ref) =>
    ref
      .split('/')
      .slice(1)
      .reduce((at, key) => at?.[key.replaceAll('~1', '/')], document)
  const problems = []
  for (const [path, item] of Object.entries(document.paths))
    for (const method of methods) {
      const operation = item[method]
      if (!operation) continue
      const mayDefault = operation['x-effects'] === 'none' || creates.test(operation.operationId)
      for (const media of Object.values(operation.requestBody?.content ?? {}))
        for (const found of defaultsIn(media.schema, resolve)) {
          const isRequired = found.path.at(-1)?.endsWith('(required)')
          if ((mayDefault || found.value === false) && !isRequired) continue
          problems.push({
            message: `${operation.operationId}: ${found.path.join('.')} has a default that acts; leave it out of the schema.`,
            path: ['paths', path, method, 'requestBody'],
          })
        }
      for (const response of Object.values(operation.responses))
        for (const media of Object.values((response.$ref ? resolve(response.$ref) : response).content ?? {}))
          for (const found of defaultsIn(media.schema, resolve))
            problems.push({
              message: `${operation.operationId}: ${found.path.join('.')} of the answer has a default, which hides that it was not sent.`,
              path: ['paths', path, method, 'responses'],
            })
    }
  return problems
}
