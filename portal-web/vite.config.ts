import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Where `vite` in development sends what the API answers; the built portal is served by the API itself. */
const api = `http://127.0.0.1:${process.env.PORT ?? 4600}`

/** The page names the face of its letters itself; else the browser hears of it from the stylesheet, one trip later. */
const preloadFont = (): Plugin => ({
  name: 'preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          injectTo: 'head' as const,
        })),
  },
})

export default defineConfig({
  base: '/',
  plugins: [react(), preloadFont()],
  server: { port: 5173, proxy: { '/api': api, '/stripe-simulator': api, '/mailbox': api } },
  build: {
    target: 'es2022',
    // What imports what: the tests and the bench weigh the screens by it.
    manifest: true,
    rolldownOptions: {
      // The contract's zod schemas are one generated module; a screen that needs one of them should not carry all.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](\.pnpm[\\/])?(react|react-dom|scheduler|react-router)[@\\/]/ },
            { name: 'query', test: /node_modules[\\/](\.pnpm[\\/])?@tanstack/ },
          ],
        },
      },
    },
  },
})
