/**
 * Generates the SDK from the bundled contract. Excludes the files of hey-api's fetch runtime from type checking,
 * because they do not support `exactOptionalPropertyTypes`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import config from './openapi-ts.config.ts'

process.chdir(import.meta.dirname)
/** Removes `items` from a tuple that has `prefixItems`. hey-api would treat `items` as one more element. */
const removeTupleItems = ({ items: _, ...schema }: { items?: unknown }) => schema
/**
 * Checks whether a security scheme is the API key scheme. The SDK omits this scheme, because API keys are sent in the
 * same header as user tokens.
 */
const isApiKeyScheme = ({ apiKey }: { apiKey?: unknown }) => apiKey !== undefined
/** The contract, adapted to hey-api. For an event stream, it contains the schema of one message. */
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

// Loads the code for event streams only when a stream is opened, so that bundles without streams do not contain it.
const clientFile = 'src/generated/client/client.gen.ts'
const streamImport = "import { createSseClient } from '../core/serverSentEvents.gen.ts';\n"
const streamCall = '    return createSseClient({'
const client = readFileSync(clientFile, 'utf8')
if (!client.includes(streamImport) || !client.includes(streamCall))
  throw new Error(`${clientFile} has changed. Update the replacement of its event stream import in sdk/generate.ts.`)
writeFileSync(
  clientFile,
  client
    .replace(streamImport, '')
    .replace(
      streamCall,
      `    const { createSseClient } = await import('../core/serverSentEvents.gen.ts');\n${streamCall}`,
    ),
)

for (const folder of ['src/generated/client', 'src/generated/core'])
  for (const file of readdirSync(folder)) {
    const path = join(folder, file)
    writeFileSync(path, `// @ts-nocheck\n${readFileSync(path, 'utf8')}`)
  }
