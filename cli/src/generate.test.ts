import { expect, test } from 'vitest'
import { buildNounIndexModule, buildNounModule, type Contract, getOperations, toFlagName } from '../generate.ts'

test.each([
  ['policyNo', 'policy-no'],
  ['claimID', 'claim-id'],
  ['Idempotency-Key', 'idempotency-key'],
  ['UseReferralEmailOnLeads', 'use-referral-email-on-leads'],
  ['c2A', 'c2-a'],
])('converts the parameter name %s to the flag --%s', (name, flag) => {
  expect(toFlagName(name)).toBe(flag)
})

const ok = { '200': { content: { 'application/json': {} } } }
const text = { type: 'string', description: 'Some text.' }

const contract: Contract = {
  tags: [{ name: 'policies', description: 'Search, read and link policies.' }],
  paths: {
    '/api/v1/policies/{policyNo}': {
      get: {
        operationId: 'getPolicy',
        tags: ['policies'],
        summary: 'Get a policy',
        description: 'One `policy`, as [documented](https://example.com).\n\n**Who:** staff.\n\n| code |\n| --- |',
        'x-access': { who: ['agent', 'staff'] },
        parameters: [
          { $ref: '#/components/parameters/PolicyNo' } as never,
          { name: 'version', in: 'query', schema: { type: 'integer', enum: [1, 2], default: 1 } },
        ],
        responses: ok,
      },
    },
    '/api/v1/notes': {
      post: {
        operationId: 'saveNote',
        tags: ['notes'],
        summary: 'Save a note',
        description: 'New, or changed.',
        'x-access': { who: ['staff'], roles: ['internal', 'superuser'] },
        requestBody: {
          content: {
            'application/json': {
              schema: {
                oneOf: [
                  { type: 'object', required: ['note'], properties: { note: text, noteId: text } },
                  {
                    type: 'object',
                    required: ['note', 'tags'],
                    properties: { note: text, tags: { type: 'array', items: text } },
                  },
                ],
              },
              examples: { one: { value: { note: 'Hello' } } },
            },
          },
        },
        responses: ok,
      },
    },
    '/api/v1/files': {
      post: {
        operationId: 'uploadFile',
        tags: ['documents'],
        summary: 'Upload a file',
        description: 'One file.',
        'x-access': { who: ['anyone'] },
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: { friendlyName: text },
                additionalProperties: { type: 'string', format: 'binary' },
              },
            },
          },
        },
        responses: { '201': { content: { 'application/pdf': {} } } },
      },
    },
  },
  components: {
    parameters: {
      PolicyNo: { name: 'policyNo', in: 'path', required: true, description: 'The number.', schema: text },
    },
  },
}

test('generates a table of CLI flags and help texts from three operations', () => {
  expect(buildNounModule(getOperations(contract))).toMatchSnapshot()
})

test('generates a CLI noun command from a contract tag', () => {
  expect(buildNounIndexModule(contract.tags)).toMatchSnapshot()
})
