import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * Checks a form by a schema of the contract, with a person's words for each field instead of a pattern's.
 *
 * @param texts what to show when the field does not fit
 */
export const contractResolver = <Values extends FieldValues>(
  schema: z.core.$ZodType<Values, Values>,
  texts: Record<keyof Values & string, string>,
): Resolver<Values> =>
  zodResolver(schema, { error: ({ path = [] }) => texts[String(path[0])] ?? 'Please check this field.' })
