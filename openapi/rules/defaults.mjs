/**
 * Restricts default values so that an omitted field cannot change anything. Request bodies of read and create
 * operations can have defaults; other request bodies can only default to `false`. Responses cannot have defaults.
 */

const methods = ['get', 'put', 'post', 'patch', 'delete']
const createOperation = /^(create|import|login|request|start)[A-Z]/

/** Yields the defaults in a schema: the path of field names, the value, and whether the field is required. */
function* findDefaults(schema, resolve, path = [], seen = []) {
  if (typeof schema !== 'object' || schema === null || seen.includes(schema)) return
  if ('default' in schema) yield { path, value: schema.default }
  const visited = [...seen, schema]
  if (schema.$ref) yield* findDefaults(resolve(schema.$ref), resolve, path, visited)
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* findDefaults(
      property,
      resolve,
      [...path, schema.required?.includes(name) ? `${name} (required)` : name],
      visited,
    )
  for (const word of ['oneOf', 'anyOf', 'allOf'])
    for (const option of schema[word] ?? []) yield* findDefaults(option, resolve, path, visited)
  if (schema.items) yield* findDefaults(schema.items, resolve, path, visited)
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
      const canHaveDefaults = operation['x-effects'] === 'none' || createOperation.test(operation.operationId)
      for (const media of Object.values(operation.requestBody?.content ?? {}))
        for (const found of findDefaults(media.schema, resolve)) {
          const isRequired = found.path.at(-1)?.endsWith('(required)')
          if ((canHaveDefaults || found.value === false) && !isRequired) continue
          problems.push({
            message: `${operation.operationId}: ${found.path.join('.')} has a default that would change data. Remove the default.`,
            path: ['paths', path, method, 'requestBody'],
          })
        }
      for (const response of Object.values(operation.responses))
        for (const media of Object.values((response.$ref ? resolve(response.$ref) : response).content ?? {}))
          for (const found of findDefaults(media.schema, resolve))
            problems.push({
              message: `${operation.operationId}: the response field ${found.path.join('.')} has a default, which hides that the field is missing. Remove it.`,
              path: ['paths', path, method, 'responses'],
            })
    }
  return problems
}
