import { z } from 'zod'
import { plainText } from './plain-text.ts'

/**
 * The contract's body schema with `additionalProperties: false` taken at its word: a field that the contract does not know is
 * refused by name, at whatever depth, instead of dropped in silence. A typing error in an optional field cannot go unseen.
 */
export function strictBody<Schema extends z.ZodType>(schema: Schema): Schema {
  return plainText(strict(schema)) as unknown as Schema
}

/** A schema whose objects take no key but their own. */
export const strict = (schema: z.ZodType): z.ZodType => {
  if (schema instanceof z.ZodObject) {
    const shape = Object.fromEntries(
      Object.entries(schema.shape).map(([name, field]) => [name, strict(field as z.ZodType)]),
    )
    // A schema that takes other keys on purpose (freely named file parts) says so by a catchall of its own.
    return schema.clone({ ...schema.def, shape, catchall: schema.def.catchall ?? z.never() })
  }
  if (schema instanceof z.ZodArray) return schema.clone({ ...schema.def, element: strict(schema.element as z.ZodType) })
  if (schema instanceof z.ZodUnion)
    return schema.clone({ ...schema.def, options: schema.options.map((option) => strict(option as z.ZodType)) })
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return schema.clone({ ...schema.def, innerType: strict(schema.unwrap() as z.ZodType) } as never)
  return schema
}
