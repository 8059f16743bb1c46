import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const openapi = join(dirname(createRequire(import.meta.url).resolve('@tideline/openapi/bundle.json')), '..')
const { checkExampleNames, checkExampleValues } = await import(join(openapi, 'rules/example-pairs.mjs'))

const operation = (requestExamples: object, responseExamples: object, more: object = {}) => ({
  operationId: 'payByCheck',
  requestBody: { content: { 'application/json': { examples: requestExamples } } },
  responses: { '200': { content: { 'application/json': { examples: responseExamples } } }, '422': {} },
  ...more,
})
const messages = (problems: { message: string }[]) => problems.map(({ message }) => message)
const check = { value: { PolicyNumber: 'RFL3000101', Amount: 500 } }

test('reports a request or response example without a counterpart of the same name', () => {
  expect(messages(checkExampleNames(operation({ check }, { check })))).toEqual([])
  expect(messages(checkExampleNames(operation({ check }, { paid: check })))).toEqual([
    'The request example check has no response example with this name.',
    'The response example paid has no request example with this name.',
  ])
})

test('reports a response example whose policy or amount differs from its request example', () => {
  const buildResponse = (policyNo: string, amount: number) => ({ check: { value: { payload: { policyNo, amount } } } })
  expect(messages(checkExampleValues(operation({ check }, buildResponse('RFL3000101', 500))))).toEqual([])
  expect(messages(checkExampleValues(operation({ check }, buildResponse('RFL3000102', 499))))).toEqual([
    'check: policyNo is RFL3000101 in the request and RFL3000102 in the response.',
    'check: amount is 500 in the request and 499 in the response.',
  ])
})

test('reports a response example whose id differs from the path or from x-request', () => {
  const row = (more: object = {}) => ({ row: { value: { id: 'two' }, ...more } })
  const at = { parameters: [{ name: 'id', in: 'path', example: 'one' }], requestBody: undefined }
  expect(messages(checkExampleValues(operation({}, row(), at)))).toEqual([
    'row: id is one in the request and two in the response.',
  ])
  expect(messages(checkExampleValues(operation({}, row({ 'x-request': { id: 'two' } }), at)))).toEqual([])
})
