import react from '@vitejs/plugin-react'
import prefix from 'postcss-prefix-selector'
import { defineConfig } from 'vite'
import { replaceMuiIcons } from './build/replace-mui-icons.ts'

const api = `http://127.0.0.1:${process.env.PORT ?? 4600}`

/** The selector for portal pages. `:where` keeps the specificity of the portal's rules unchanged. */
const portalScope = ':where(.portal)'

/**
 * Limits the portal's styles to portal pages in the back office. Rules for `:root`, `html` and `body` apply to the
 * frame element (policies/PortalFrame.tsx); all other rules apply inside the frame.
 */
const portalStyles = prefix({
  prefix: portalScope,
  includeFiles: [/\/portal-web\//],
  transform: (_, selector) => {
    // Skips rules that are already scoped. PostCSS visits a rule again after a change.
    if (selector.startsWith(portalScope)) return selector
    // The window scrolls, so a page with an action bar changes the scroll padding of the document.
    if (selector.startsWith('html:has(')) return selector
    if (/^(:root|html|body)$/.test(selector)) return portalScope
    return selector.startsWith('[data-theme') ? `${portalScope}${selector}` : `${portalScope} ${selector}`
  },
})

export default defineConfig({
  base: '/admin/',
  plugins: [replaceMuiIcons(), react()],
  // Also replaces the icons in pre-bundled dependencies, which are used in development and tests.
  optimizeDeps: { rolldownOptions: { plugins: [replaceMuiIcons()] } },
  css: { postcss: { plugins: [portalStyles] } },
  server: { port: 5174, proxy: { '/api': api, '/stripe-simulator': api } },
  build: {
    target: 'es2022',
    // Records the imports of each module. Tests and the benchmark use them to measure page sizes.
    manifest: true,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: { treeshake: { manualPureFunctions: ['z'] } },
  },
})
