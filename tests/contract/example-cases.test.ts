import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const openapi = join(dirname(createRequire(import.meta.url).resolve('@tideline/openapi/bundle.json')), '..')
const { caseNames, echoes } = await import(join(openapi, 'rules/example-pairs.mjs'))

const operation = (asked: object, told: object, more: object = {}) => ({
  operationId: 'payByCheck',
  requestBody: { content: { 'application/json': { examples: asked } } },
  responses: { '200': { content: { 'application/json': { examples: told } } }, '422': {} },
  ...more,
})
const messages = (problems: { message: string }[]) => problems.map(({ message }) => message)
const check = { value: { PolicyNumber: 'RFL3000101', Amount: 500 } }

test('reports a request example without a response example of the same name, and vice versa', () => {
  expect(messages(caseNames(operation({ check }, { check })))).toEqual([])
  expect(messages(caseNames(operation({ check }, { paid: check })))).toEqual([
    'No answer shows what comes of the request check.',
    'No request shows how the answer paid comes about.',
  ])
})

test('reports a response example whose policy or amount differs from its request example', () => {
  const told = (policyNo: string, amount: number) => ({ check: { value: { payload: { policyNo, amount } } } })
  expect(messages(echoes(operation({ check }, told('RFL3000101', 500))))).toEqual([])
  expect(messages(echoes(operation({ check }, told('RFL3000102', 499))))).toEqual([
    'check: policyNo was asked as RFL3000101 and is told as RFL3000102.',
    'check: amount was asked as 500 and is told as 499.',
  ])
})

test('reports a response example whose id differs from the path or from x-request', () => {
  const row = (more: object = {}) => ({ row: { value: { id: 'two' }, ...more } })
  const at = { parameters: [{ name: 'id', in: 'path', example: 'one' }], requestBody: undefined }
  expect(messages(echoes(operation({}, row(), at)))).toEqual(['row: id was asked as one and is told as two.'])
  expect(messages(echoes(operation({}, row({ 'x-request': { id: 'two' } }), at)))).toEqual([])
})
