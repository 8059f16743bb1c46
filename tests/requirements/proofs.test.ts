import { describe, expect, it } from 'vitest'
import { findIds, getKind, parseKinds, prove, readRow } from './proofs.ts'

const row = (verify: string) => readRow(`D002\troles\trole\tThe viewer is one of three kinds.\t${verify}`)
const result = (file: string, title: string, passed = true) => ({ file, title, passed })

describe('parseKinds', () => {
  it('reads the required kinds of tests in any order', () => {
    expect(parseKinds('browser test + api test')).toEqual(['api', 'browser'])
    expect(parseKinds('contract + api test + browser test')).toEqual(['api', 'contract', 'browser'])
  })

  it('throws for a missing or unknown kind of test', () => {
    expect(() => parseKinds('')).toThrow('is not a kind of test')
    expect(() => parseKinds('api test + a look')).toThrow('is not a kind of test')
  })
})

describe('test kind detection', () => {
  it.each([
    ['tests/browser/wizard.spec.ts', 'browser'],
    ['portal-web/src/signing/SignStep.browser.test.tsx', 'browser'],
    ['tests/contract/data-model.test.ts', 'contract'],
    ['api/src/claims/claims.api.test.ts', 'api'],
    ['tests/security/access-matrix.test.ts', 'api'],
    ['tests/faults/kill.test.ts', 'api'],
    ['tests/property/ledger.test.ts', 'api'],
    ['api/src/accounts/reward-level.test.ts', 'unit'],
    ['portal-web/src/wizard/wizard-machine.test.ts', 'unit'],
  ])('detects %s as a %s test', (file, kind) => expect(getKind(file)).toBe(kind))
})

describe('proof of a requirement', () => {
  const api = result('api/src/policy-reads/viewer.api.test.ts', 'knows three kinds of viewers [D002]')
  const browser = result('tests/browser/screens.spec.ts', 'shows what the viewer may see [D002] [D003]')

  it('exists when a test of every required kind passes', () => {
    expect(prove([row('api test + browser test')], [api, browser]).rows[0]?.missing).toEqual([])
  })

  it('requires a passing test of each required kind', () => {
    expect(prove([row('api test + browser test')], [api]).rows[0]?.missing).toEqual(['browser'])
    expect(prove([row('contract')], [api, browser]).rows[0]).toMatchObject({
      passed: ['api', 'browser'],
      missing: ['contract'],
    })
  })

  it('is missing when a test of a required kind fails', () => {
    const failing = result('api/src/roles.api.test.ts', 'takes the role from the account [D002]', false)
    expect(prove([row('api test')], [api, failing]).rows[0]?.missing).toEqual(['api'])
  })
})

it('reports unknown requirement ids, and tests with more than six ids', () => {
  const crowd = result('a.test.ts', 'everything [D001] [D002, D003] [D004] [D005] [D006] [D007]')
  const proofs = prove([row('unit test')], [crowd])
  expect(proofs.unknown).toEqual(['D001', 'D003', 'D004', 'D005', 'D006', 'D007'])
  expect(proofs.testsWithTooManyIds).toEqual([crowd])
  expect(
    prove([row('unit test')], [result('a.test.ts', 'six [D001] [D002] [D003] [D004] [D005] [D006]')])
      .testsWithTooManyIds,
  ).toEqual([])
})

it('finds requirement ids in a test title, alone or in a list', () => {
  expect(findIds('rejects check number 0 [C124] [C125, D239] [not this] [C12]')).toEqual(['C124', 'C125', 'D239'])
})
