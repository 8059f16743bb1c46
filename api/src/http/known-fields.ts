import { z } from 'zod'

/** A longer name is not compared: nobody mistypes it. */
const longestName = 60

/** The names that a schema declares for the object at `path`; of a union, those of every option. */
export function knownFieldsAt(schema: z.core.$ZodType, [key, ...rest]: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodPipe) return knownFieldsAt(schema.out, key === undefined ? [] : [key, ...rest])
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return knownFieldsAt(schema.unwrap(), key === undefined ? [] : [key, ...rest])
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => knownFieldsAt(option, key === undefined ? [] : [key, ...rest]))
  if (schema instanceof z.ZodArray) return key === undefined ? [] : knownFieldsAt(schema.element, rest)
  if (!(schema instanceof z.ZodObject)) return []
  if (key === undefined) return Object.keys(schema.shape)
  const field = Object.hasOwn(schema.shape, key) ? schema.shape[key as string] : undefined
  return field ? knownFieldsAt(field, rest) : []
}

/** How many letters must be inserted, deleted or replaced to turn one text into the other (Levenshtein distance). */
function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[other.length] ?? 0
}

const lettersOnly = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** The declared name most similar to `name`, ignoring case and punctuation; undefined when none is similar enough. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > longestName) return undefined
  const wanted = lettersOnly(name)
  const distances = known.map((candidate) => ({ candidate, distance: editDistance(wanted, lettersOnly(candidate)) }))
  const closest = distances.toSorted((one, other) => one.distance - other.distance)[0]
  return closest && closest.distance <= Math.max(1, wanted.length / 3) && closest.distance < wanted.length
    ? closest.candidate
    : undefined
}
