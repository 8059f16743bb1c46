import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { getInitialChunkGroups } from './build/chunks.ts'
import { compressAssets } from './build/compress.ts'
import { prerenderFirstPages } from './build/first-pages.ts'

/** API that the `vite` development server forwards requests to. In production, the API itself serves the portal. */
const api = `http://127.0.0.1:${process.env.PORT ?? 4600}`

export default defineConfig({
  base: '/',
  plugins: [react(), prerenderFirstPages(), compressAssets()],
  server: { port: 5173, proxy: { '/api': api, '/stripe-simulator': api, '/mailbox': api } },
  build: {
    target: 'es2022',
    // Writes the import graph. Tests and benchmarks use it to measure the size of each screen.
    manifest: true,
    // Bundles all styles in one file, because they are only 8 kB. This saves requests and avoids style changes while a
    // screen loads.
    cssCodeSplit: false,
    rolldownOptions: {
      // Lets each screen bundle only the zod schemas it needs, although all of the contract's schemas are in one
      // generated module.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](\.pnpm[\\/])?(react|react-dom|scheduler|react-router)[@\\/]/,
              priority: 40,
            },
            ...getInitialChunkGroups(),
          ],
        },
      },
    },
  },
})
