/**
 * Requires that a response field is either required and nullable, or optional and never null. Clients then check for
 * only one kind of missing value.
 */

/** Schemas for data that is read, changed and sent back. Requests may omit fields that responses return as null. */
const roundTripSchemas = {
  AgencyContactInfo: 'getAgencyDetail → updateAgency (documented)',
  AgencyDetailInfo: 'getAgencyDetail → updateAgency (documented)',
  QuoteLienholder: 'getQuote → saveQuote (documented)',
  QuoteMailingAddress: 'getQuote → saveQuote (documented)',
}

const getSchemaName = (ref) => ref.split('/').at(-1)
const methods = ['get', 'put', 'post', 'patch', 'delete']

/**
 * Returns a problem for each response field that is optional and nullable. Takes the bundle with unresolved references.
 */
export function checkOptionalOrNullable({ paths, components }) {
  const { schemas } = components
  const isNullable = (schema) =>
    schema.$ref
      ? isNullable(schemas[getSchemaName(schema.$ref)])
      : [schema.type].flat().includes('null') || [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].some(isNullable)

  const problems = []
  const used = new Set()
  const seen = new Set()
  const visit = (schema, path, name) => {
    if (schema.$ref) {
      const target = getSchemaName(schema.$ref)
      if (!seen.has(target)) visit(schemas[target], ['components', 'schemas', target], target)
      seen.add(target)
      return
    }
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      if (!schema.required?.includes(field) && isNullable(property)) {
        if (Object.hasOwn(roundTripSchemas, name)) used.add(name)
        else
          problems.push({
            message: `The response field ${name}.${field} is optional and nullable. Make it required, or remove null.`,
            path: [...path, 'properties', field],
          })
      }
      visit(property, [...path, 'properties', field], `${name}.${field}`)
    }
    for (const word of ['oneOf', 'anyOf', 'allOf'])
      for (const [at, option] of (schema[word] ?? []).entries()) visit(option, [...path, word, at], name)
    if (schema.items) visit(schema.items, [...path, 'items'], name)
  }
  for (const [path, item] of Object.entries(paths))
    for (const method of methods)
      for (const [status, response] of Object.entries(item[method]?.responses ?? {}))
        for (const [type, media] of Object.entries(response.content ?? {}))
          if (media.schema)
            visit(
              media.schema,
              ['paths', path, method, 'responses', status, 'content', type, 'schema'],
              item[method].operationId,
            )
  for (const name of Object.keys(roundTripSchemas))
    if (!used.has(name))
      problems.push({
        message: `Remove the unused exception ${name} from rules/optional-or-nullable.mjs.`,
        path: ['components', 'schemas'],
      })
  return problems
}
