import { defineConfig } from '@hey-api/openapi-ts'

export default defineConfig({
  input: '../openapi/dist/openapi.json',
  output: { path: 'src/generated', importFileExtension: '.ts', clean: true },
  plugins: [
    '@hey-api/client-fetch',
    '@hey-api/typescript',
    { name: 'zod', compatibilityVersion: 4 },
    '@hey-api/sdk',
    '@tanstack/react-query',
  ],
})
