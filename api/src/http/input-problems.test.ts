import * as contract from '@tideline/sdk/zod'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { describeInputProblems, formatNameList, truncate } from './input-problems.ts'
import { typedQuery } from './query.ts'
import { findTextProblem, withStorableText } from './storable-text.ts'
import { strictBody } from './strict-body.ts'

const getProblems = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value)
  return error ? describeInputProblems('body', error, { schema }) : []
}
const messages = (schema: z.ZodType, value: unknown) => getProblems(schema, value).map(({ message }) => message)

describe('request validation messages', () => {
  const schema = strictBody(
    z.object({
      zip: z.string().regex(/^\d{5}$/),
      day: z.iso.date(),
      note: z.string().min(1).max(3),
      take: z.int().max(1000),
      way: z.enum(['agent', 'insured']),
      list: z.array(z.number()).max(1),
    }),
  )
  const fine = { zip: '33606', day: '2026-12-15', note: 'a', take: 1, way: 'agent', list: [] }
  test.each([
    [{ zip: 'x' }, 'zip: five digits.'],
    [{ day: '2026-02-30' }, 'day: must be a date such as 2026-12-15.'],
    [{ note: 'abcd' }, 'note: must be at most 3 characters.'],
    [{ note: '' }, 'note: must be at least 1 character.'],
    [{ note: undefined }, 'note: is missing.'],
    [{ take: 'many' }, 'take: must be a number.'],
    [{ take: 1001 }, 'take: must be at most 1000.'],
    [{ way: 'staff' }, 'way: must be one of agent, insured.'],
    [{ list: [1, 2] }, 'list: must be at most 1 entry.'],
    [{ typo: 1 }, 'typo: unknown field.'],
    [{ Note: 1 }, 'Note: unknown field. Did you mean note?'],
    [{ constructor: 1 }, 'constructor: unknown field.'],
  ])('describe the problem with %j', (change, sentence) => {
    expect(messages(schema, { ...fine, ...change })).toEqual([sentence])
  })
})

describe('request validation error', () => {
  const schema = strictBody(
    z.object({
      way: z.enum(['agent', 'insured']),
      checkNo: z.string().regex(/^0*[1-9]\d*$/),
      amount: z.number().min(1),
    }),
  )
  const fine = { way: 'agent', checkNo: '1042', amount: 1 }
  const problems = (value: unknown, sentences = {}) => {
    const { error } = schema.safeParse(value)
    return error ? describeInputProblems('body', error, { value, sentences }) : []
  }

  test.each([
    ['missing_field', { way: undefined }, 'way', 'way: is missing.'],
    ['wrong_type', { amount: 'much' }, 'amount', 'amount: must be a number.'],
    ['unknown_field', { typo: 1 }, 'typo', 'typo: unknown field.'],
    ['invalid_value', { checkNo: '0' }, 'checkNo', 'checkNo: 1 to 15 digits, not all zero. For example 1042.'],
  ])('has the code %s, the field and the message', (code, change, field, message) => {
    expect(problems({ ...fine, ...change })).toEqual([{ code, field, message }])
  })

  test('has the same code when the specification defines the message', () => {
    const sentences = { amount: 'Please enter an amount greater than 0' }
    expect(problems({ ...fine, amount: 0.5 }, sentences)).toEqual([
      { code: 'invalid_value', field: 'amount', message: 'Please enter an amount greater than 0' },
    ])
    expect(problems({ ...fine, amount: undefined }, sentences)).toMatchObject([
      { code: 'missing_field', message: 'Please enter an amount greater than 0' },
    ])
  })

  test('describes the closest matching option of a union', () => {
    const forms = strictBody(
      z.union([
        z.object({ PolicyNo: z.string(), PaymentMethodId: z.string() }),
        z.object({ policyNumber: z.string(), token: z.string(), holder: z.string() }),
      ]),
    )
    expect(getProblems(forms, { PolicyNo: 'RFL3000101' })).toEqual([
      { code: 'missing_field', field: 'PaymentMethodId', message: 'PaymentMethodId: is missing.' },
    ])
    expect(getProblems(forms, { policyNumber: 'RFL3000101', token: 1, holder: 'a' })).toEqual([
      { code: 'wrong_type', field: 'token', message: 'token: must be text.' },
    ])
  })
})

describe('undeclared parameters and fields', () => {
  const filter = z.object({ insuredName: z.string().optional(), q: z.string().optional() }).optional()
  const schema = typedQuery(z.object({ InsuredName: z.string().optional(), filter }), { filter: 'json' })
  const problems = (value: object) =>
    describeInputProblems('query', schema.safeParse(value).error ?? new z.ZodError([]), { value, schema })

  test('are reported with the most similar declared query parameter', () => {
    expect(problems({ insuredNme: 'zzz', x: '1' })).toEqual([
      {
        code: 'unknown_parameter',
        field: 'insuredNme',
        message: 'insuredNme: unknown parameter. Did you mean InsuredName?',
      },
      { code: 'unknown_parameter', field: 'x', message: 'x: unknown parameter.' },
    ])
  })

  test('are reported with their path in a JSON parameter', () => {
    expect(problems({ filter: '{"insuredNam":"a"}' })).toEqual([
      {
        code: 'unknown_field',
        field: 'filter.insuredNam',
        message: 'filter.insuredNam: unknown field. Did you mean filter.insuredName?',
      },
    ])
  })
})

describe('error responses with many problems', () => {
  const wide = (fields: number) => Object.fromEntries(Array.from({ length: fields }, (_, index) => [`key${index}`, 1]))

  test('list the first twenty of a thousand unknown fields', () => {
    const empty = strictBody(z.object({}))
    const reported = messages(empty, wide(1000))
    expect(reported.slice(0, 2)).toEqual(['key0: unknown field.', 'key1: unknown field.'])
    expect(reported.slice(20)).toEqual(['body: and 980 more problems.'])
    expect(messages(empty, wide(1001))).toEqual(['body: an object can have at most 1000 fields.'])
  })

  test('list the first twenty of a thousand invalid entries and count the others', () => {
    const all = getProblems(
      z.array(z.number()),
      Array.from({ length: 1000 }, () => 'x'),
    )
    expect(all).toHaveLength(21)
    expect(all.at(-1)).toEqual({ code: 'more_problems', message: 'body: and 980 more problems.' })
  })

  test('truncate a name of a thousand letters without splitting a character', () => {
    expect(formatNameList(['x'.repeat(1000)])).toHaveLength(60)
    expect(truncate(`${'x'.repeat(8)}😀😀`, 10).isWellFormed()).toBe(true)
  })
})

describe('request value validation', () => {
  test.each([
    [{ a: [{ b: 'x\0' }] }, ['a', 0, 'b'], 'text cannot contain the character NUL (U+0000)'],
    ['half \ud800', [], 'text cannot contain an unpaired surrogate'],
    [{ a: { 'x\0': 1 } }, ['a'], 'text cannot contain the character NUL (U+0000)'],
    [{ file: new File([], 'x\0.pdf') }, ['file'], 'text cannot contain the character NUL (U+0000)'],
  ])('rejects %j and returns the path of the invalid string', (value, path, rule) => {
    expect(findTextProblem(value)).toEqual({ path, rule })
  })

  test('accepts emoji, accents and common control characters', () => {
    expect(findTextProblem({ a: ['😀 é\n\t', null, 1] })).toBeUndefined()
  })

  test('reports an invalid character before any other problem', () => {
    expect(getProblems(withStorableText(z.object({ note: z.string().max(1) })), { note: 'xx\0' })).toEqual([
      { code: 'invalid_value', field: 'note', message: 'note: text cannot contain the character NUL (U+0000).' },
    ])
  })

  test('accepts values nested 32 levels deep and rejects values nested deeper', () => {
    const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
    expect(findTextProblem(nested(32))).toBeUndefined()
    expect(findTextProblem(nested(33))?.rule).toBe('values can be nested at most 32 levels deep')
    expect(findTextProblem(nested(1000))?.rule).toBe('values can be nested at most 32 levels deep')
  })
})

/**
 * Collects the contract's schemas for single values. Each one is named after the first schema that contains the value.
 */
function getLeaves(schema: z.core.$ZodType, name: string, found: Map<z.core.$ZodType, string>, seen = new Set()): void {
  if (seen.has(schema)) return
  seen.add(schema)
  const { def } = schema._zod
  const inner = Object.values(def as object).flatMap((part): unknown[] =>
    part instanceof z.core.$ZodType ? [part] : Array.isArray(part) ? part : [],
  )
  if ('shape' in def) inner.push(...Object.values(def.shape as object))
  if ('getter' in def) inner.push((def.getter as () => unknown)())
  const types = inner.filter((part) => part instanceof z.core.$ZodType)
  if (types.length === 0) found.set(schema, name)
  for (const type of types) getLeaves(type, name, found, seen)
}

test('describes every invalid value of every contract schema in readable English', () => {
  const leaves = new Map<z.core.$ZodType, string>()
  const seen = new Set()
  for (const [name, schema] of Object.entries(contract))
    if (schema instanceof z.core.$ZodType) getLeaves(schema, name, leaves, seen)
  expect(leaves.size).toBeGreaterThan(500)
  const wrong = [
    undefined,
    null,
    '',
    ' ',
    '~^',
    '\u0000',
    'x'.repeat(20_000),
    '99999',
    -1e15,
    0.123456,
    1e15,
    true,
    [],
    {},
  ]
  const sentences = [...leaves].flatMap(([schema, name]) =>
    wrong
      .flatMap((value) => messages(z.object({ field: schema as z.ZodType }), { field: value }))
      .map((reason) => `${name}: ${reason}`),
  )
  expect(new Set(sentences).size).toBeGreaterThan(100)
  const unclear = sentences.filter((reason) =>
    /\\[dwsx]|\[\^|\(\?|\]\*|\]\+|\{\d+(,\d*)?\}|[Ii]nvalid (input|string)|[Ee]xpected|has an invalid format|is not valid/.test(
      reason,
    ),
  )
  expect([...new Set(unclear)]).toEqual([])
})
