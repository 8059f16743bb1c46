/**
 * Generates the SDK from the bundled contract. hey-api's fetch runtime does not support `exactOptionalPropertyTypes`,
 * so its files, which contain none of our types, are excluded from type checking.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import config from './openapi-ts.config.ts'

process.chdir(import.meta.dirname)
/** Removes `items` of a tuple, which adds nothing to its `prefixItems`. hey-api would treat it as another element. */
const removeTupleItems = ({ items: _, ...schema }: { items?: unknown }) => schema
/** Matches the API key scheme. User tokens and API keys use the same header, so the SDK needs only one scheme. */
const isApiKeyScheme = ({ apiKey }: { apiKey?: unknown }) => apiKey !== undefined
/** hey-api uses a stream's schema for each message. */
const contract = JSON.parse(readFileSync('../openapi/dist/openapi.json', 'utf8'), (name, value) => {
  if (name === 'securitySchemes') return { token: value.token }
  if (name === 'security') return value.filter((scheme: object) => !isApiKeyScheme(scheme))
  if (name === 'text/event-stream') return { schema: value['x-event-data'] }
  return value?.prefixItems ? removeTupleItems(value) : value
})
await createClient({ ...(await config), input: contract, logs: { level: 'silent' } })

// Removes hey-api's query serializers, which would form-encode lists and objects. The client sends them as JSON
// (`content: application/json`).
const operations = readFileSync('src/generated/sdk.gen.ts', 'utf8')
writeFileSync('src/generated/sdk.gen.ts', operations.replaceAll(/^ +querySerializer: .*\n/gm, ''))

for (const folder of ['src/generated/client', 'src/generated/core'])
  for (const file of readdirSync(folder)) {
    const path = join(folder, file)
    writeFileSync(path, `// @ts-nocheck\n${readFileSync(path, 'utf8')}`)
  }
