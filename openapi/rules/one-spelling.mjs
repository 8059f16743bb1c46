/**
 * One thing, one schema: a list of words that is written twice drifts apart, and a generator makes two types of it that do not fit each
 * other. What is said twice is named once and referred to.
 */

function* walk(value, path) {
  if (typeof value !== 'object' || value === null) return
  yield [value, path]
  for (const [key, part] of Object.entries(value)) {
    // Fields may be called so; what stands there otherwise is not a schema.
    if (['example', 'examples', 'x-words', 'x-errors', 'x-sentences'].includes(key) && path.at(-1) !== 'properties')
      continue
    yield* walk(part, [...path, key])
  }
}

/** 1 and 2 are parties in one place and scopes of a search in another: only words are the same when they read the same. */
const isOfWords = (options) => options.filter((one) => typeof one === 'string').length > 1
/** These say which characters a text may hold and not what it is. */
const isOfCharacters = (pattern) => /^\^\(?\[[^\]]*\][+*]?\)?\??\$$|^\^\[\^/.test(pattern)

/** What a schema says besides its words, so that two of the same shape are told from two that only look alike. */
const enumOf = (schema) =>
  Array.isArray(schema.enum) && isOfWords(schema.enum) && JSON.stringify([...schema.enum].map(String).sort())
const patternOf = (schema) =>
  typeof schema.pattern === 'string' &&
  !isOfCharacters(schema.pattern) &&
  JSON.stringify([schema.pattern, schema.format ?? '', schema.maxLength ?? 0])

/** Two things of one form have a name each: a ZIP code and a county code are five digits. */
const isNamed = (path) => path.length === 3 && path[0] === 'components'

export function secondSpellings(document) {
  const problems = []
  for (const [what, keyOf] of [
    ['words', enumOf],
    ['pattern', patternOf],
  ]) {
    const places = new Map()
    for (const [value, path] of walk(document, [])) {
      const key = keyOf(value)
      if (key) places.set(key, [...(places.get(key) ?? []), path])
    }
    for (const paths of places.values()) {
      if (paths.length === 1) continue
      for (const path of paths.filter((one) => !isNamed(one)))
        problems.push({
          message: `The same ${what} as in ${paths.find((one) => one !== path).join('.')}: name them once, and refer to it.`,
          path,
        })
    }
  }
  return problems
}
