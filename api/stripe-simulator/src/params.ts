import { z } from 'zod'
import type { FormValue } from './form.ts'
import { createInvalidRequestError } from './stripe-api-error.ts'

/** Parsers for form values, which are always strings. As in Stripe, an empty string deletes a value. */
export const stringParam = z.string()
export const clearableStringParam = z.string().transform((value) => (value === '' ? null : value))
export const integerParam = z
  .string()
  .regex(/^-?\d+$/, 'parameter_invalid_integer')
  .transform(Number)
export const booleanParam = z.enum(['true', 'false']).transform((value) => value === 'true')
const listParam = z.union([z.array(z.string()), z.literal('').transform((): string[] => [])])
export const metadataParam = z.union([z.record(z.string(), z.string()), z.literal('')])
export const expandParams = { expand: listParam.optional() }

const addressParam = z.strictObject({
  city: clearableStringParam.optional(),
  country: clearableStringParam.optional(),
  line1: clearableStringParam.optional(),
  line2: clearableStringParam.optional(),
  postal_code: clearableStringParam.optional(),
  state: clearableStringParam.optional(),
})

export const billingDetailsParam = z.strictObject({
  address: addressParam.optional(),
  email: clearableStringParam.optional(),
  name: clearableStringParam.optional(),
  phone: clearableStringParam.optional(),
})

export const mandateDataParam = z.strictObject({
  customer_acceptance: z.strictObject({
    type: z.enum(['online', 'offline']),
    accepted_at: integerParam.optional(),
    offline: z.strictObject({}).optional(),
    online: z
      .strictObject({
        infer_from_client: booleanParam.optional(),
        ip_address: stringParam.optional(),
        user_agent: stringParam.optional(),
      })
      .optional(),
  }),
})

/** Pagination parameters of all lists. */
export const pagingParams = {
  ...expandParams,
  limit: integerParam.optional(),
  starting_after: stringParam.optional(),
  created: z.strictObject({ gte: integerParam.optional(), lt: integerParam.optional() }).optional(),
}

/** Merges metadata by key. An empty value deletes its key. An empty string instead of the metadata deletes all keys. */
export function mergeMetadata(
  current: Record<string, string> | null,
  change: z.output<typeof metadataParam> | undefined,
) {
  if (change === undefined) return current ?? {}
  if (change === '') return {}
  return Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== ''))
}

const paramName = (path: PropertyKey[]) =>
  path.map((part, i) => (i === 0 ? String(part) : `[${String(part)}]`)).join('')

function reject(issue: z.core.$ZodIssue, form: FormValue): never {
  const param = paramName(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const unknown = paramName([...issue.path, issue.keys[0] ?? ''])
    throw createInvalidRequestError(`Received unknown parameter: ${unknown}`, {
      code: 'parameter_unknown',
      param: unknown,
    })
  }
  const value = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], form)
  if (value === undefined)
    throw createInvalidRequestError(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  if (issue.message === 'parameter_invalid_integer') {
    throw createInvalidRequestError(`Invalid integer: ${String(value)}`, { code: 'parameter_invalid_integer', param })
  }
  if (issue.code === 'invalid_value') {
    throw createInvalidRequestError(`Invalid ${param}: must be one of ${issue.values.map(String).join(', ')}`, {
      param,
    })
  }
  throw createInvalidRequestError(`Invalid ${param}`, { param })
}

/** Validates decoded form parameters. Throws Stripe's parameter errors. */
export function readParams<S extends z.ZodType>(schema: S, form: FormValue): z.output<S> {
  const read = schema.safeParse(form)
  if (read.success) return read.data
  // The error of a union does not report which member was intended, so the issues nested in the error are used.
  const flat = read.error.issues.flatMap((issue) =>
    issue.code === 'invalid_union'
      ? issue.errors.flat().map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
      : [issue],
  )
  const first = flat[0]
  if (!first) throw createInvalidRequestError('Invalid request')
  return reject(first as z.core.$ZodIssue, form)
}
