import { describe, expect, it } from 'vitest'
import type { Actor } from '../http/context.ts'
import { buildApplication, buildPolicyTerm } from '../testing/policy-term.ts'
import { assertReasonForElapsedDays, assertStaffForElapsedDays } from './elapsed-days.ts'

const now = new Date('2026-06-01T12:00:00Z')
const [agent, staff] = ['agent', 'staff'].map((kind) => ({ kind }) as Actor)
const policy = { state: 'FL' }
const term = buildPolicyTerm()
const [yesterday, today] = ['2026-05-31', '2026-06-01']
const raised = buildApplication({ A: 500_000 })
const { mailingAddress } = raised

describe('assertStaffForElapsedDays', () => {
  const check = (actor: Actor | undefined, effectiveDate: string, application = raised) =>
    assertStaffForElapsedDays({ actor: actor as Actor, now }, { application, effectiveDate }, policy, term)

  it('rejects a backdated change to a limit or the deductible unless the caller is staff', () => {
    for (const application of [raised, buildApplication({}, { deductible: 1_000 })]) {
      expect(() => check(agent, yesterday, application)).toThrow(expect.objectContaining({ status: 403 }))
      expect(() => check(staff, yesterday, application)).not.toThrow()
    }
  })

  it('accepts a change from any caller if it takes effect today or later', () => {
    expect(() => check(agent, today)).not.toThrow()
  })

  it('accepts a backdated change from any caller if it does not affect premium', () => {
    const moved = buildApplication({}, { mailingAddress: { ...mailingAddress, zip: '33607' } })
    expect(() => check(agent, yesterday, moved)).not.toThrow()
  })
})

describe('assertReasonForElapsedDays', () => {
  const check = (reason: string | undefined, effectiveDate = yesterday, application = raised) =>
    assertReasonForElapsedDays(
      { actor: staff as Actor, now },
      { quote: { application, effectiveDate }, policy, term, reason },
    )

  it('requires a reason for a premium change that affects elapsed days', () => {
    for (const reason of [undefined, '', ' '])
      expect(() => check(reason)).toThrow(expect.objectContaining({ status: 422, code: 'missing_reason' }))
    expect(() => check('The limit was recorded incorrectly.')).not.toThrow()
  })

  it('requires no reason for other changes', () => {
    expect(() => check(undefined, today)).not.toThrow()
    expect(() => check(undefined, yesterday, buildApplication())).not.toThrow()
  })
})
