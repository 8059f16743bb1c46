import react from '@vitejs/plugin-react'
import prefix from 'postcss-prefix-selector'
import { defineConfig } from 'vite'
import { oneSetOfIcons } from './build/one-set-of-icons.ts'

const api = `http://127.0.0.1:${process.env.PORT ?? 4600}`

/** `:where` adds no weight: within the portal's page its rules outrank each other as they do at home. */
const within = ':where(.portal)'

/**
 * Keeps the portal's styles to the portal's page: what it says about the document it says about the frame
 * (policies/PortalFrame.tsx), and everything else only about what is in it.
 */
const portalStyles = prefix({
  prefix: within,
  includeFiles: [/\/portal-web\//],
  transform: (_, selector) => {
    // PostCSS shows a rule again once it was changed.
    if (selector.startsWith(within)) return selector
    if (/^(:root|html|body)$/.test(selector)) return within
    return selector.startsWith('[data-theme') ? `${within}${selector}` : `${within} ${selector}`
  },
})

export default defineConfig({
  base: '/admin/',
  plugins: [oneSetOfIcons(), react()],
  // What is bundled ahead in development and tests passes the same way.
  optimizeDeps: { rolldownOptions: { plugins: [oneSetOfIcons()] } },
  css: { postcss: { plugins: [portalStyles] } },
  server: { port: 5174, proxy: { '/api': api, '/stripe-simulator': api } },
  build: {
    target: 'es2022',
    // What imports what: the tests and the bench weigh the screens by it.
    manifest: true,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: { treeshake: { manualPureFunctions: ['z'] } },
  },
})
