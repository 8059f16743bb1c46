import { z } from 'zod'
import type { FormValue } from './form.ts'
import { createInvalidRequest } from './problem.ts'

/** Parsers for form values, which are always strings. Like in Stripe, an empty string deletes a value. */
export const text = z.string()
export const clearable = z.string().transform((value) => (value === '' ? null : value))
export const integer = z
  .string()
  .regex(/^-?\d+$/, 'parameter_invalid_integer')
  .transform(Number)
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const list = z.union([z.array(z.string()), z.literal('').transform((): string[] => [])])
export const metadata = z.union([z.record(z.string(), z.string()), z.literal('')])
export const expand = { expand: list.optional() }

export const address = z.strictObject({
  city: clearable.optional(),
  country: clearable.optional(),
  line1: clearable.optional(),
  line2: clearable.optional(),
  postal_code: clearable.optional(),
  state: clearable.optional(),
})

export const billingDetails = z.strictObject({
  address: address.optional(),
  email: clearable.optional(),
  name: clearable.optional(),
  phone: clearable.optional(),
})

export const mandateData = z.strictObject({
  customer_acceptance: z.strictObject({
    type: z.enum(['online', 'offline']),
    accepted_at: integer.optional(),
    offline: z.strictObject({}).optional(),
    online: z
      .strictObject({ infer_from_client: flag.optional(), ip_address: text.optional(), user_agent: text.optional() })
      .optional(),
  }),
})

/** Pagination parameters of all lists. */
export const paging = {
  ...expand,
  limit: integer.optional(),
  starting_after: text.optional(),
  created: z.strictObject({ gte: integer.optional(), lt: integer.optional() }).optional(),
}

/** Merges metadata by key. An empty value deletes its key. An empty string deletes all metadata. */
export function mergeMetadata(current: Record<string, string> | null, change: z.output<typeof metadata> | undefined) {
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
    throw createInvalidRequest(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown })
  }
  const value = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], form)
  if (value === undefined)
    throw createInvalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  if (issue.message === 'parameter_invalid_integer') {
    throw createInvalidRequest(`Invalid integer: ${String(value)}`, { code: 'parameter_invalid_integer', param })
  }
  if (issue.code === 'invalid_value') {
    throw createInvalidRequest(`Invalid ${param}: must be one of ${issue.values.map(String).join(', ')}`, { param })
  }
  throw createInvalidRequest(`Invalid ${param}`, { param })
}

/** Validates decoded form parameters. Throws Stripe's parameter errors. */
export function readParams<S extends z.ZodType>(schema: S, form: FormValue): z.output<S> {
  const read = schema.safeParse(form)
  if (read.success) return read.data
  // A union does not report the intended member, so its nested issues are used.
  const flat = read.error.issues.flatMap((issue) =>
    issue.code === 'invalid_union'
      ? issue.errors.flat().map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
      : [issue],
  )
  const first = flat[0]
  if (!first) throw createInvalidRequest('Invalid request')
  return reject(first as z.core.$ZodIssue, form)
}
