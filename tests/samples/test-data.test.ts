import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDemoApi } from '@tideline/api/testing/demo-api.ts'
import { describe, expect, it, test } from 'vitest'
import { parseCard } from '../../api/stripe-simulator/src/cards.ts'
import { root } from './samples.ts'

const guide = readFileSync(join(root, 'docs/guides/test-data.md'), 'utf8')

/** Returns the cells of the table below a heading. */
const readTable = (heading: string) =>
  (guide.split(`## ${heading}\n`)[1] ?? '')
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .map(([, first = '', second = '']) => [first, second] as const) ?? []

describe('test data guide', () => {
  const behaviors: Record<string, string> = {
    'Can be saved, declined when charged': 'attaches_but_fails',
    'Requires 3-D Secure, except after setup': 'needs_authentication',
    'Requires 3-D Secure for each payment': 'always_needs_authentication',
    'Pays, then is disputed': 'disputes',
  }
  const cards = readTable('Cards')

  test.each(cards)('describes what the card %s does: %s', (number, result) => {
    const { behavior } = parseCard({ number, exp_month: 12, exp_year: 2040, cvc: '123' }, new Date())
    const declined = /^Declined: (\w+)$/.exec(result)?.[1]
    const expected = declined ?? behaviors[result] ?? (result.startsWith('Pays') ? 'succeeds' : undefined)
    expect(behavior).toBe(expected)
  })

  it('lists cards, bank accounts, policies and log-ins', () => {
    expect(cards.length).toBeGreaterThan(10)
    expect(readTable('Bank accounts').length).toBeGreaterThan(5)
  })

  describe('demo book', async () => {
    const { call } = await createDemoApi()
    const logIn = async (email: string) => {
      const response = await call('POST', '/api/v1/auth/login', { body: { email, password: 'Tideline-Demo-1' } })
      expect(response.status, email).toBe(200)
      return (await response.json()).payload.token as string
    }

    it('contains each log-in of the guide', async () => {
      for (const [email] of readTable('Log-ins')) await logIn(email)
    })

    it('contains each policy of the guide in its state, visible for the agent', async () => {
      const token = await logIn('agent@example.com')
      const statuses: Record<string, string> = {
        'Pending cancellation': 'Pending Cancel',
        Cancelled: 'Cancelled',
        Expired: 'Expired',
        'Active, signed, paid by bank account': 'Active',
      }
      const policies = readTable('Policies')
      expect(policies.length).toBeGreaterThan(10)
      for (const [policyNo, state] of policies) {
        const response = await call('GET', `/api/v1/policies/${policyNo}`, { token })
        expect(response.status, policyNo).toBe(200)
        const { status } = (await response.json()).payload
        if (statuses[state]) expect([policyNo, status]).toEqual([policyNo, statuses[state]])
      }
    })
  })
})
