/**
 * Restricts default values so that an omitted field cannot change anything. Request bodies of read and create
 * operations can have defaults; other request bodies can only default to `false`. Responses cannot have defaults.
 */

const methods = ['get', 'put', 'post', 'patch', 'delete']
const creates = /^(create|import|login|request|start)[A-Z]/

/** Yields the defaults in a schema: the path of field names, the value, and whether the field is required. */
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

export function checkDefaults(document) {
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
      const canHaveDefaults = operation['x-effects'] === 'none' || creates.test(operation.operationId)
      for (const media of Object.values(operation.requestBody?.content ?? {}))
        for (const found of defaultsIn(media.schema, resolve)) {
          const isRequired = found.path.at(-1)?.endsWith('(required)')
          if ((canHaveDefaults || found.value === false) && !isRequired) continue
          problems.push({
            message: `${operation.operationId}: ${found.path.join('.')} has a default that would change data. Remove the default.`,
            path: ['paths', path, method, 'requestBody'],
          })
        }
      for (const response of Object.values(operation.responses))
        for (const media of Object.values((response.$ref ? resolve(response.$ref) : response).content ?? {}))
          for (const found of defaultsIn(media.schema, resolve))
            problems.push({
              message: `${operation.operationId}: the response field ${found.path.join('.')} has a default, which hides that the field is missing. Remove it.`,
              path: ['paths', path, method, 'responses'],
            })
    }
  return problems
}
