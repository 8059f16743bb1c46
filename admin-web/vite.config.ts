import react from '@vitejs/plugin-react'
import prefix from 'postcss-prefix-selector'
import { defineConfig } from 'vite'
import { oneSetOfIcons } from './build/one-set-of-icons.ts'

const api = `http://127.0.0.1:${process.env.PORT ?? 4600}`

/** `:where` adds no specificity, so the portal's rules keep their order of precedence. */
const within = ':where(.portal)'

/**
 * Scopes the portal's styles to the portal page. Rules for `:root`, `html` and `body` apply to the frame
 * (policies/PortalFrame.tsx); all other rules apply only inside it.
 */
const portalStyles = prefix({
  prefix: within,
  includeFiles: [/\/portal-web\//],
  transform: (_, selector) => {
    // PostCSS visits a rule again after it was changed.
    if (selector.startsWith(within)) return selector
    if (/^(:root|html|body)$/.test(selector)) return within
    return selector.startsWith('[data-theme') ? `${within}${selector}` : `${within} ${selector}`
  },
})

export default defineConfig({
  base: '/admin/',
  plugins: [oneSetOfIcons(), react()],
  // Applies the icons to pre-bundled dependencies in development and tests, too.
  optimizeDeps: { rolldownOptions: { plugins: [oneSetOfIcons()] } },
  css: { postcss: { plugins: [portalStyles] } },
  server: { port: 5174, proxy: { '/api': api, '/stripe-simulator': api } },
  build: {
    target: 'es2022',
    // Records which module imports which. Tests and the benchmark measure page sizes with it.
    manifest: true,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: { treeshake: { manualPureFunctions: ['z'] } },
  },
})
