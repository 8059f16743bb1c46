import { defineConfig } from '@hey-api/openapi-ts'

const globalNames: Record<string, string> = { Error: 'ErrorResponse', Event: 'TidelineEvent', Text: 'TextLines' }

export default defineConfig({
  input: '../openapi/dist/openapi.json',
  output: { path: 'src/generated', importFileExtension: '.ts', clean: true },
  parser: {
    hooks: {
      // Also generates query options for operations that only read data but use POST, for example because of a long
      // input.
      operations: {
        isQuery: (operation) => ('x-effects' in operation && operation['x-effects'] === 'none') || undefined,
      },
    },
  },
  plugins: [
    '@hey-api/client-fetch',
    {
      name: '@hey-api/typescript',
      // Renames types that would shadow global names when imported from `@tideline/sdk`.
      definitions: { name: (name) => globalNames[name] ?? name },
    },
    {
      name: 'zod',
      compatibilityVersion: 4,
      // Accepts timestamps with a UTC offset, because browsers can be in any time zone. The date is used as written.
      dates: { offset: true },
      $resolvers: {
        // Types a binary form field as a `File` with a maximum size instead of a string.
        string({ $, plugin, schema }) {
          if (schema.format !== 'binary') return undefined
          const file = $(plugin.imports.z).attr('file').call()
          return schema.maxLength === undefined ? file : file.attr('max').call($.literal(schema.maxLength))
        },
      },
    },
    '@hey-api/sdk',
    '@tanstack/react-query',
  ],
})
