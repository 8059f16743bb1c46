/**
 * Requires one schema for each concept. Copies of an enum can become different over time, and code generators create
 * incompatible types for them.
 */

function* walk(value, path) {
  if (typeof value !== 'object' || value === null) return
  yield [value, path]
  for (const [key, part] of Object.entries(value)) {
    // Skips the values of these keys because they are not schemas. A field can have the same name as such a key.
    if (['example', 'examples', 'x-words', 'x-errors', 'x-sentences'].includes(key) && path.at(-1) !== 'properties')
      continue
    yield* walk(part, [...path, key])
  }
}

/** Compares only enums of strings. The same numbers can have different meanings in different enums. */
const isStringEnum = (options) => options.filter((one) => typeof one === 'string').length > 1
/** Matches patterns that only restrict the allowed characters. */
const isCharacterPattern = (pattern) => /^\^\(?\[[^\]]*\][+*]?\)?\??\$$|^\^\[\^/.test(pattern)

/** Returns a key that is equal for schemas with the same values. */
const getEnumKey = (schema) =>
  Array.isArray(schema.enum) && isStringEnum(schema.enum) && JSON.stringify([...schema.enum].map(String).sort())
const getPatternKey = (schema) =>
  typeof schema.pattern === 'string' &&
  !isCharacterPattern(schema.pattern) &&
  JSON.stringify([schema.pattern, schema.format ?? '', schema.maxLength ?? 0])

/** Named schemas can have the same pattern: both ZIP codes and county codes have five digits. */
const isNamed = (path) => path.length === 3 && path[0] === 'components'

export function checkDuplicateSchemas(document) {
  const problems = []
  for (const [what, getKey] of [
    ['values', getEnumKey],
    ['pattern', getPatternKey],
  ]) {
    const places = new Map()
    for (const [value, path] of walk(document, [])) {
      const key = getKey(value)
      if (key) places.set(key, [...(places.get(key) ?? []), path])
    }
    for (const paths of places.values()) {
      if (paths.length === 1) continue
      for (const path of paths.filter((one) => !isNamed(one)))
        problems.push({
          message: `Same ${what} as ${paths.find((one) => one !== path).join('.')}: define one schema and reference it.`,
          path,
        })
    }
  }
  return problems
}
