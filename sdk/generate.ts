/**
 * Generates the SDK from the bundled contract. hey-api's fetch runtime is not written for `exactOptionalPropertyTypes`;
 * its files (runtime only, no types of ours) are left out of type checking.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import config from './openapi-ts.config.ts'

process.chdir(import.meta.dirname)
/** Of two values `items` says nothing that `prefixItems` do not say; hey-api takes it for a third one. */
const asTuple = ({ items: _, ...schema }: { items?: unknown }) => schema
/** A person's token and a program's key go into the same header: the SDK sends what it was given. */
const isOfKeys = ({ apiKey }: { apiKey?: unknown }) => apiKey !== undefined
/** Of a stream hey-api takes the schema for that of each message. */
const contract = JSON.parse(readFileSync('../openapi/dist/openapi.json', 'utf8'), (name, value) => {
  if (name === 'securitySchemes') return { token: value.token }
  if (name === 'security') return value.filter((scheme: object) => !isOfKeys(scheme))
  if (name === 'text/event-stream') return { schema: value['x-event-data'] }
  return value?.prefixItems ? asTuple(value) : value
})
await createClient({ ...(await config), input: contract, logs: { level: 'silent' } })

// The client writes lists and objects of an address as JSON (`content: application/json`), which hey-api takes for a form's way.
const operations = readFileSync('src/generated/sdk.gen.ts', 'utf8')
writeFileSync('src/generated/sdk.gen.ts', operations.replaceAll(/^ +querySerializer: .*\n/gm, ''))

for (const folder of ['src/generated/client', 'src/generated/core'])
  for (const file of readdirSync(folder)) {
    const path = join(folder, file)
    writeFileSync(path, `// @ts-nocheck\n${readFileSync(path, 'utf8')}`)
  }
