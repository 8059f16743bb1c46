import { distance } from 'fastest-levenshtein'
import { z } from 'zod'

/** Maximum length of a name that is compared with declared names. Longer names get no suggestion. */
const longestName = 60

/** Returns the names that a schema declares for the object at `path`. For a union, returns the names of all options. */
export function getKnownFields(schema: z.core.$ZodType, [key, ...rest]: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodPipe) return getKnownFields(schema.out, key === undefined ? [] : [key, ...rest])
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return getKnownFields(schema.unwrap(), key === undefined ? [] : [key, ...rest])
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => getKnownFields(option, key === undefined ? [] : [key, ...rest]))
  if (schema instanceof z.ZodArray) return key === undefined ? [] : getKnownFields(schema.element, rest)
  if (!(schema instanceof z.ZodObject)) return []
  if (key === undefined) return Object.keys(schema.shape)
  const field = Object.hasOwn(schema.shape, key) ? schema.shape[key as string] : undefined
  return field ? getKnownFields(field, rest) : []
}

/** Returns the letters and digits of a name in lower case, for comparing names. */
export const lettersOnly = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/**
 * Returns the declared name that is most similar to `name`, ignoring case and punctuation. Returns undefined if no name
 * is similar enough.
 */
export function findClosestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > longestName) return undefined
  const wanted = lettersOnly(name)
  const distances = known.map((candidate) => ({ candidate, edits: distance(wanted, lettersOnly(candidate)) }))
  const closest = distances.toSorted((one, other) => one.edits - other.edits)[0]
  return closest && closest.edits <= Math.max(1, wanted.length / 3) && closest.edits < wanted.length
    ? closest.candidate
    : undefined
}
