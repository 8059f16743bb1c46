import { describe, expect, it } from 'vitest'
import { calls, contract, importRule } from '../support/contract.ts'

const { checkProtectedChanges } = await importRule('protected-changes')

const document = (access: object, body?: object, path = '/api/v1/things') => ({
  components: { schemas: { Thing: { properties: { roles: { type: 'array' } } } } },
  paths: {
    [path]: {
      put: {
        operationId: 'saveThing',
        'x-access': { who: ['staff'], ...access },
        'x-effects': 'repeatable',
        ...(body && { requestBody: { content: { 'application/json': { schema: body } } } }),
      },
    },
  },
})
const messages = (...given: Parameters<typeof document>) =>
  checkProtectedChanges(document(...given)).map(({ message }: { message: string }) => message)

describe('contract lint for protected operations', () => {
  it('accepts every operation of the current contract', () => {
    expect(checkProtectedChanges(contract)).toEqual([])
  })

  it('rejects an operation on a protected path without x-access.changes', () => {
    expect(messages({}, undefined, '/api/admin/settings/{id}')).toEqual([
      'saveThing: its path is protected; add x-access.changes (guard, identity, global) and onlyPeople: true.',
    ])
  })

  it('rejects an operation whose request body references a protected field', () => {
    expect(messages({}, { $ref: '#/components/schemas/Thing' })).toEqual([
      'saveThing: its body has roles; add x-access.changes (guard, identity, global) and onlyPeople: true.',
    ])
  })

  it('rejects a protected operation that allows API keys', () => {
    expect(messages({ changes: 'guard' })).toEqual([
      'saveThing: it changes a protected resource (guard); add onlyPeople: true.',
    ])
  })

  it('rejects an operation with an unknown value of x-access.changes', () => {
    expect(messages({ changes: 'everything', onlyPeople: true })).toEqual([
      'saveThing: x-access.changes is one of guard, identity, global.',
    ])
  })

  it('accepts a protected operation that is limited to user sessions', () => {
    expect(messages({}, { properties: { note: {} } })).toEqual([])
    expect(messages({ changes: 'identity', onlyPeople: true }, { properties: { taxId: {} } })).toEqual([])
  })

  it.each([
    'updateAdminSetting',
    'deleteAdminSetting',
    'createAdminWebhookEndpoint',
    'updateAdminWebhookEndpoint',
    'changeInsuredEmail',
    'confirmInsuredEmail',
    'updateAgency',
    'updateAdminAgency',
  ])('rejects API keys for the operation %s', (operationId) => {
    const call = calls.find((one) => one.operationId === operationId)
    expect(call?.['x-access'].onlyPeople).toBe(true)
    expect(call?.security?.some((scheme) => 'apiKey' in scheme)).toBe(false)
  })
})
