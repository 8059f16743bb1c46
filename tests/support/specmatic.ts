import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, type Example, type Parameter, resolve } from './contract.ts'

/** Started with npx instead of being installed, because it contains 80 MB of Java (ADR 48). */
const specmatic = 'specmatic@2.55.1'
const methods = ['get', 'post', 'put', 'patch', 'delete']
const maxLength = 4 * 1024 * 1024

/** Major version of the installed Java, or undefined if there is none. Specmatic requires 17 or later. */
export function getJavaVersion(): number | undefined {
  const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' })
  const found = / version "(\d+)/.exec(stderr ?? '')
  return found ? Number(found[1]) : undefined
}

export interface SpecmaticCase {
  operationId: string
  /** Name of the example response. */
  name: string
  /** Values of the parameters that differ from the parameters' own examples. */
  given: NonNullable<Example['x-request']>
}

/**
 * Returns the contract with only the operations and examples of `cases`, in the form that Specmatic supports. Specmatic
 * does not support JSON parameters, `additionalProperties` of nullable objects, and texts over 4 MB. It finds the
 * parameters of an example response by the name of the example.
 */
export function toSpecmaticContract(cases: readonly SpecmaticCase[]): string {
  const document = structuredClone(contract)
  for (const [path, item] of Object.entries(document.paths))
    for (const method of methods) {
      const operation = item[method]
      if (!operation) continue
      const own = cases.filter(({ operationId }) => operationId === operation.operationId)
      if (own.length === 0) {
        delete item[method]
        continue
      }
      operation.security = operation.security?.filter((scheme) => 'token' in scheme) ?? []
      operation.parameters = (operation.parameters ?? [])
        .map(resolve)
        .filter(({ name, required }) => required || own.some(({ given }) => name in given))
        .map((parameter) => toNamedParameter(parameter, own))
      const [status = ''] = Object.keys(operation.responses).filter((one) => one.startsWith('2'))
      const success = operation.responses[status]
      const names = new Set(own.map(({ name }) => name))
      for (const media of Object.values(success?.content ?? {}))
        media.examples = Object.fromEntries(Object.entries(media.examples ?? {}).filter(([name]) => names.has(name)))
      operation.responses = { [status]: success ?? {} }
      if (!methods.some((one) => item[one])) delete document.paths[path]
    }
  for (const [path, item] of Object.entries(document.paths))
    if (!methods.some((method) => item[method])) delete document.paths[path]
  return JSON.stringify(document, (name, value) => {
    if (name === 'x-codeSamples' || name === 'webhooks') return undefined
    if (name === 'maxLength') return Math.min(value, maxLength)
    if (!Array.isArray(value?.type) || !value.type.includes('object')) return value
    const { additionalProperties: _, ...rest } = value
    return rest
  })
}

/** Returns a parameter with one example for each case. */
function toNamedParameter(parameter: Parameter, cases: readonly SpecmaticCase[]): Parameter {
  const { example, content, ...rest } = parameter
  const json = content?.['application/json']
  const getValue = (given: SpecmaticCase['given']) =>
    json ? JSON.stringify(given[rest.name] ?? json.example) : (given[rest.name] ?? example)
  const named = cases
    .filter(({ given }) => rest.required || rest.name in given)
    .map(({ name, given }) => [name, { value: getValue(given) }] as const)
  return { ...rest, ...(json ? { schema: { type: 'string' } } : {}), examples: Object.fromEntries(named) } as Parameter
}

/**
 * Sends the requests of a contract's examples to an API and compares the responses with the contract. Returns the output.
 * Specmatic also rejects a contract that it does not understand.
 */
export async function runSpecmatic(document: string, apiUrl: string, token: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tideline-specmatic-'))
  await writeFile(join(folder, 'openapi.json'), document)
  const args = ['--yes', specmatic, 'test', 'openapi.json', `--testBaseURL=${apiUrl}`, '--strict']
  // Its parser rejects documents over 3 MB by default. The name of the security scheme is the name of the variable.
  const env = { ...process.env, token, JAVA_TOOL_OPTIONS: '-DmaxYamlCodePoints=20000000' }
  try {
    return await new Promise((done) => {
      execFile('npx', args, { cwd: folder, env, maxBuffer: 256 * 1024 * 1024 }, (_problem, stdout, stderr) =>
        done(stdout + stderr),
      )
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
