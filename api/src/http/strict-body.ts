import { z } from 'zod'
import { plainText } from './plain-text.ts'

/**
 * The contract's body schema with `additionalProperties: false` taken at its word: a field that the contract does not know is
 * refused by name instead of dropped in silence, so that a typing error in an optional field cannot go unseen.
 */
export function strictBody<Schema extends z.ZodType>(schema: Schema): Schema {
  return plainText(strict(schema)) as unknown as Schema
}

const strict = (schema: z.ZodType): z.ZodType => {
  // A schema that takes other keys on purpose (freely named file parts) says so by a catchall of its own.
  if (schema instanceof z.ZodObject) return schema.def.catchall ? schema : schema.strict()
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map((option) => strict(option as z.ZodType)))
  return schema
}
