/**
 * Generates the SDK from the bundled contract. Excludes the files of hey-api's fetch runtime from type checking,
 * because they do not support `exactOptionalPropertyTypes`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import config from './openapi-ts.config.ts'

process.chdir(import.meta.dirname)
/** Removes `items` from a tuple that has `prefixItems`. hey-api would treat it as one more element. */
const removeTupleItems = ({ items: _, ...schema }: { items?: unknown }) => schema
/**
 * Checks whether a security scheme is the API key scheme. API keys and user tokens share a header, so the SDK needs
 * only one scheme.
 */
const isApiKeyScheme = ({ apiKey }: { apiKey?: unknown }) => apiKey !== undefined
/** Adapts the contract to hey-api, which uses a stream's schema for each message. */
const contract = JSON.parse(readFileSync('../openapi/dist/openapi.json', 'utf8'), (name, value) => {
  if (name === 'securitySchemes') return { token: value.token }
  if (name === 'security') return value.filter((scheme: object) => !isApiKeyScheme(scheme))
  if (name === 'text/event-stream') return { schema: value['x-event-data'] }
  return value?.prefixItems ? removeTupleItems(value) : value
})
await createClient({ ...(await config), input: contract, logs: { level: 'silent' } })

// Removes hey-api's query serializers, which would form-encode lists and objects. The client sends both as JSON
// (`content: application/json`).
const operations = readFileSync('src/generated/sdk.gen.ts', 'utf8')
writeFileSync('src/generated/sdk.gen.ts', operations.replaceAll(/^ +querySerializer: .*\n/gm, ''))

for (const folder of ['src/generated/client', 'src/generated/core'])
  for (const file of readdirSync(folder)) {
    const path = join(folder, file)
    writeFileSync(path, `// @ts-nocheck\n${readFileSync(path, 'utf8')}`)
  }
