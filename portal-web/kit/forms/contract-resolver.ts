import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * Returns a form resolver that validates against a contract schema.
 *
 * @param texts the error message for each field
 */
export const contractResolver = <Values extends FieldValues>(
  schema: z.core.$ZodType<Values, Values>,
  texts: Record<keyof Values & string, string>,
): Resolver<Values> =>
  zodResolver(schema, { error: ({ path = [] }) => texts[String(path[0])] ?? 'Please check this field.' })
