import { expect, expectTypeOf, it } from 'vitest'
import type { OperationInput, Tideline } from './client.ts'
import type { StreamOperation } from './follow.ts'
import * as operations from './generated/sdk.gen.ts'
import { pages } from './paging.ts'

/**
 * The type checker checks this file (`pnpm typecheck`): a line that should not compile is marked `@ts-expect-error`, and a list of operations
 * that should be empty is compared with `never`. The calls are never executed.
 */
type Operations = typeof operations
type InputOf<Name extends keyof Operations> = OperationInput<Operations[Name]>
type QueryOf<Name extends keyof Operations> = NonNullable<InputOf<Name> extends { query?: infer Query } ? Query : never>
type BodyOf<Name extends keyof Operations> = NonNullable<InputOf<Name> extends { body?: infer Body } ? Body : never>

/** Type that no field in the contract accepts. */
declare const wrong: unique symbol
type Wrong = typeof wrong

/** Names of the operations whose input accepts `Input`. */
type Accepting<Input> = { [Name in keyof Operations]: Input extends InputOf<Name> ? Name : never }[keyof Operations]

/** Query parameters that accept any value, as `operation.parameter`. */
type UntypedParameters = {
  [Name in keyof Operations]: {
    [Parameter in keyof QueryOf<Name> & string]: Wrong extends QueryOf<Name>[Parameter] ? `${Name}.${Parameter}` : never
  }[keyof QueryOf<Name> & string]
}[keyof Operations]

/** Operations whose request body accepts any value. */
type UntypedBodies = {
  [Name in keyof Operations]: Wrong extends BodyOf<Name> ? Name : never
}[keyof Operations]

declare const tideline: Tideline

it('declares an input type for every SDK operation', () => {
  expect(Object.keys(operations).length).toBeGreaterThan(320)
  expectTypeOf<Accepting<42>>().toEqualTypeOf<never>()
  expectTypeOf<Accepting<'policies'>>().toEqualTypeOf<never>()
  expectTypeOf<Accepting<{ qury: object }>>().toEqualTypeOf<never>()
  expectTypeOf<Accepting<{ query: 42 }>>().toEqualTypeOf<never>()
  expectTypeOf<Accepting<{ path: 42 }>>().toEqualTypeOf<never>()
  expectTypeOf<Accepting<{ body: Wrong }>>().toEqualTypeOf<never>()
})

it('declares a type for every query parameter and request body', () => {
  expectTypeOf<UntypedParameters>().toEqualTypeOf<never>()
  expectTypeOf<UntypedBodies>().toEqualTypeOf<never>()
})

it('accepts only the declared input of an SDK operation', () => {
  const { searchPolicies, listAdminPolicies, listClaimNotes, listEvents, cancelPolicy, getHealth } = operations
  const check = async () => {
    await tideline.call(searchPolicies)
    await tideline.call(searchPolicies, { query: { InsuredName: 'sample', take: 10 } })
    await tideline.callWithResponse(listAdminPolicies, { query: { range: [0, 24] } })
    void pages(tideline, searchPolicies)
    void pages(tideline, searchPolicies, {}, 50)
    void pages(tideline, listClaimNotes, { path: { claimID: '00000013-0001-4000-8001-000003000136' } }, 50)

    // @ts-expect-error a number is not an input
    await tideline.call(searchPolicies, 42)
    // @ts-expect-error `query` is misspelled
    await tideline.call(searchPolicies, { qury: {} })
    // @ts-expect-error `InsuredName` is misspelled
    await tideline.call(searchPolicies, { query: { insuredNme: 'sample' } })
    // @ts-expect-error `take` is a number
    await tideline.call(searchPolicies, { query: { take: 'ten' } })
    // @ts-expect-error the operation has no query
    await tideline.call(getHealth, { query: { verbose: true } })
    // @ts-expect-error `path` and `body` are required
    await tideline.call(cancelPolicy)
    // @ts-expect-error `range` has two numbers
    await tideline.callWithResponse(listAdminPolicies, { query: { range: [0] } })
    // @ts-expect-error `filter` has no `policyNumber`
    await tideline.callWithResponse(listAdminPolicies, { query: { filter: { policyNumber: 'RFL3000101' } } })
    // @ts-expect-error a number is not an input
    void pages(tideline, listEvents, 42)
    // @ts-expect-error the parameter is misspelled
    void pages(tideline, listEvents, { query: { tpyes: ['policy.signed'] } })
    // @ts-expect-error the path is required
    void pages(tideline, listClaimNotes)
    // @ts-expect-error the path parameter is misspelled
    void pages(tideline, listClaimNotes, { path: { claimId: '00000013-0001-4000-8001-000003000136' } })
    // @ts-expect-error the path is required
    void tideline.follow(operations.followBulkJob, {})
    // @ts-expect-error the operation does not stream
    void tideline.follow(getHealth satisfies StreamOperation, {})
  }
  expectTypeOf(check).returns.resolves.toBeVoid()
})
