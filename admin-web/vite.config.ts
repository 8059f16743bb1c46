import react from '@vitejs/plugin-react'
import prefix from 'postcss-prefix-selector'
import { defineConfig } from 'vite'
import { replaceMuiIcons } from './build/replace-mui-icons.ts'

const api = `http://127.0.0.1:${process.env.PORT ?? 4600}`

/** `:where` adds no specificity, so the portal's rules keep their order of precedence. */
const portalScope = ':where(.portal)'

/**
 * Scopes the portal's styles to the portal page. Rules for `:root`, `html` and `body` apply to the frame
 * (policies/PortalFrame.tsx); all other rules apply only inside it.
 */
const portalStyles = prefix({
  prefix: portalScope,
  includeFiles: [/\/portal-web\//],
  transform: (_, selector) => {
    // PostCSS visits a rule again after it was changed.
    if (selector.startsWith(portalScope)) return selector
    if (/^(:root|html|body)$/.test(selector)) return portalScope
    return selector.startsWith('[data-theme') ? `${portalScope}${selector}` : `${portalScope} ${selector}`
  },
})

export default defineConfig({
  base: '/admin/',
  plugins: [replaceMuiIcons(), react()],
  // Applies the icons to pre-bundled dependencies in development and tests, too.
  optimizeDeps: { rolldownOptions: { plugins: [replaceMuiIcons()] } },
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
