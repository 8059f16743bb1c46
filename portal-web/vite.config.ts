import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { getFirstScreenChunkGroups } from './build/chunks.ts'
import { compressAssets } from './build/compress.ts'
import { prerenderFirstPages } from './build/first-pages.ts'

/** The target of API requests from the `vite` development server. The API itself serves the built portal. */
const api = `http://127.0.0.1:${process.env.PORT ?? 4600}`

export default defineConfig({
  base: '/',
  plugins: [react(), prerenderFirstPages(), compressAssets()],
  server: { port: 5173, proxy: { '/api': api, '/stripe-simulator': api, '/mailbox': api } },
  build: {
    target: 'es2022',
    // The import graph, from which tests and benchmarks measure the size of each screen.
    manifest: true,
    // All styles together are 8 kB, so one file saves requests and avoids style changes when a part of the screen
    // loads.
    cssCodeSplit: false,
    rolldownOptions: {
      // The contract's zod schemas are one generated module. A screen should bundle only the schemas that it needs.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](\.pnpm[\\/])?(react|react-dom|scheduler|react-router)[@\\/]/,
              priority: 40,
            },
            ...getFirstScreenChunkGroups(),
          ],
        },
      },
    },
  },
})
