import { z } from 'zod'
import { withStorableText } from './storable-text.ts'

/**
 * Wraps a body schema so that unknown fields at any depth are rejected by name (`additionalProperties: false`). Without
 * it, a typo in an optional field would be ignored.
 */
export function strictBody<Schema extends z.ZodType>(schema: Schema): Schema {
  return withStorableText(rejectUnknownFields(schema)) as unknown as Schema
}

/** Returns a schema whose objects accept only declared fields. */
export const rejectUnknownFields = (schema: z.ZodType): z.ZodType => {
  if (schema instanceof z.ZodObject) {
    const shape = Object.fromEntries(
      Object.entries(schema.shape).map(([name, field]) => [name, rejectUnknownFields(field as z.ZodType)]),
    )
    // A schema that accepts other fields on purpose has its own catchall, for example freely named file parts.
    return schema.clone({ ...schema.def, shape, catchall: schema.def.catchall ?? z.never() })
  }
  if (schema instanceof z.ZodArray)
    return schema.clone({ ...schema.def, element: rejectUnknownFields(schema.element as z.ZodType) })
  if (schema instanceof z.ZodUnion)
    return schema.clone({
      ...schema.def,
      options: schema.options.map((option) => rejectUnknownFields(option as z.ZodType)),
    })
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return schema.clone({ ...schema.def, innerType: rejectUnknownFields(schema.unwrap() as z.ZodType) } as never)
  return schema
}
