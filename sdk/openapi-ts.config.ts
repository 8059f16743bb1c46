import { defineConfig } from '@hey-api/openapi-ts'

const globalNames: Record<string, string> = { Error: 'ErrorAnswer', Event: 'TidelineEvent', Text: 'TextLines' }

export default defineConfig({
  input: '../openapi/dist/openapi.json',
  output: { path: 'src/generated', importFileExtension: '.ts', clean: true },
  plugins: [
    '@hey-api/client-fetch',
    {
      name: '@hey-api/typescript',
      // `import type { … } from '@tideline/sdk'` must not hide what every program knows by these names.
      definitions: { name: (name) => globalNames[name] ?? name },
    },
    {
      name: 'zod',
      compatibilityVersion: 4,
      // Moments of a browser in another zone; the day in them counts as it is written.
      dates: { offset: true },
      $resolvers: {
        // A part of a form that carries a file is a `File` of limited size, as its type says, not a text.
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
