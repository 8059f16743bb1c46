import { describe, expect, it } from 'vitest'
import { getKind, idsIn, kindsIn, prove, readRow } from './proofs.ts'

const row = (verify: string) => readRow(`D002\troles\trole\tThe viewer is one of three kinds.\t${verify}`)
const result = (file: string, title: string, passed = true) => ({ file, title, passed })

describe('what a requirement asks for', () => {
  it('is every kind that its verify column names, in any order', () => {
    expect(kindsIn('browser test + api test')).toEqual(['api', 'browser'])
    expect(kindsIn('contract + api test + browser test')).toEqual(['api', 'contract', 'browser'])
  })

  it('is refused where the column names no kind or a strange one', () => {
    expect(() => kindsIn('')).toThrow('is not a kind of test')
    expect(() => kindsIn('api test + a look')).toThrow('is not a kind of test')
  })
})

describe('what a test can prove', () => {
  it.each([
    ['tests/browser/wizard.spec.ts', 'browser'],
    ['portal-web/src/signing/SignStep.browser.test.tsx', 'browser'],
    ['tests/contract/data-model.test.ts', 'contract'],
    ['api/src/claims/claims.api.test.ts', 'api'],
    ['tests/security/matrix.test.ts', 'api'],
    ['tests/faults/kill.test.ts', 'api'],
    ['tests/property/ledger.test.ts', 'api'],
    ['api/src/accounts/reward-level.test.ts', 'unit'],
    ['portal-web/src/wizard/machine.test.ts', 'unit'],
  ])('%s proves %s', (file, kind) => expect(getKind(file)).toBe(kind))
})

describe('a row', () => {
  const api = result('api/src/policy-reads/viewer.api.test.ts', 'knows three kinds of viewers [D002]')
  const browser = result('tests/browser/screens.spec.ts', 'shows what the viewer may see [D002] [D003]')

  it('is proven when each kind that it asks for has a passing test', () => {
    expect(prove([row('api test + browser test')], [api, browser]).rows[0]?.missing).toEqual([])
  })

  it('is not proven by one kind alone, nor by a kind that it does not ask for', () => {
    expect(prove([row('api test + browser test')], [api]).rows[0]?.missing).toEqual(['browser'])
    expect(prove([row('contract')], [api, browser]).rows[0]).toMatchObject({
      passed: ['api', 'browser'],
      missing: ['contract'],
    })
  })

  it('is not proven by a kind of which one test fails', () => {
    const failing = result('api/src/roles.api.test.ts', 'takes the role from the account [D002]', false)
    expect(prove([row('api test')], [api, failing]).rows[0]?.missing).toEqual(['api'])
  })
})

it('names ids that no requirement has, and tests that carry more than six', () => {
  const crowd = result('a.test.ts', 'everything [D001] [D002, D003] [D004] [D005] [D006] [D007]')
  const proofs = prove([row('unit test')], [crowd])
  expect(proofs.unknown).toEqual(['D001', 'D003', 'D004', 'D005', 'D006', 'D007'])
  expect(proofs.crowded).toEqual([crowd])
  expect(
    prove([row('unit test')], [result('a.test.ts', 'six [D001] [D002] [D003] [D004] [D005] [D006]')]).crowded,
  ).toEqual([])
})

it('finds ids one by one and in lists, and nothing else in brackets', () => {
  expect(idsIn('refuses check number 0 [C124] [C125, D239] [not this] [C12]')).toEqual(['C124', 'C125', 'D239'])
})
