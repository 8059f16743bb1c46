import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { prepareContractForReference } from './api-reference.ts'

const contract = readFileSync(createRequire(import.meta.url).resolve('@tideline/openapi/bundle.json'), 'utf8')
// biome-ignore lint/suspicious/noExplicitAny: the test reads a JSON document without types
type Any = any
const read = JSON.parse(contract) as Any
const shown = JSON.parse(prepareContractForReference(contract)) as Any

it('shows every operation with a sample and every parameter with an example in the API reference', () => {
  const samplesOf = (document: Any) =>
    Object.values<Any>(document.paths).flatMap((path) =>
      Object.values<Any>(path).flatMap((call) => (call.operationId ? [[call.operationId, call['x-codeSamples']]] : [])),
    )
  expect(samplesOf(shown)).toEqual(samplesOf(read))
  expect(samplesOf(shown).filter(([, samples]) => samples?.length !== 1)).toEqual([])

  const exampleOf = ({ example, examples, content }: Any): unknown =>
    example ?? examples?.one.value ?? exampleOf(content['application/json'])
  const examplesOf = (document: Any) =>
    Object.entries<Any>(document.components.parameters).map(([name, parameter]) => [name, exampleOf(parameter)])
  expect(examplesOf(shown)).toEqual(examplesOf(read))
})
