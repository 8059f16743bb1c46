import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { getFirstScreensChunks } from './build/chunks.ts'
import { compressed } from './build/compress.ts'
import { firstPages } from './build/first-pages.ts'

/** Where `vite` in development sends what the API answers; the built portal is served by the API itself. */
const api = `http://127.0.0.1:${process.env.PORT ?? 4600}`

export default defineConfig({
  base: '/',
  plugins: [react(), firstPages(), compressed()],
  server: { port: 5173, proxy: { '/api': api, '/stripe-simulator': api, '/mailbox': api } },
  build: {
    target: 'es2022',
    // What imports what: the tests and the bench weigh the screens by it.
    manifest: true,
    // All of them are 8 kB: one file is one trip, and nothing changes its looks when a part of the screen arrives.
    cssCodeSplit: false,
    rolldownOptions: {
      // The contract's zod schemas are one generated module; a screen that needs one of them should not carry all.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](\.pnpm[\\/])?(react|react-dom|scheduler|react-router)[@\\/]/,
              priority: 40,
            },
            ...getFirstScreensChunks(),
          ],
        },
      },
    },
  },
})
