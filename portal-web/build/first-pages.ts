import { createServer, type Plugin, type Rolldown } from 'vite'
import { appModule, firstScreens } from './first-screens.ts'

type Render = typeof import('../src/render-first-paint.tsx').renderFirstPaint

/** Returns the script files of the entry point and the given modules, including all static imports. */
function getScripts(bundle: Rolldown.OutputBundle, root: string, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk')
  const wanted = chunks.filter(
    ({ isEntry, moduleIds }) => isEntry || modules.some((module) => moduleIds.includes(`${root}/${module}`)),
  )
  const files = new Set<string>()
  for (let chunk = wanted.pop(); chunk; chunk = wanted.pop()) {
    if (files.has(chunk.fileName)) continue
    files.add(chunk.fileName)
    for (const name of chunk.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name)
      if (imported) wanted.push(imported)
    }
  }
  return [...files]
}

/**
 * Loads the first-paint renderer in Node and passes it to a callback. The first paint is the markup that is visible
 * before any script loads.
 */
async function withRender<Result>(root: string, use: (render: Render) => Promise<Result>): Promise<Result> {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const { renderFirstPaint } = (await server.ssrLoadModule('/src/render-first-paint.tsx')) as {
      renderFirstPaint: Render
    }
    return await use(renderFirstPaint)
  } finally {
    await server.close()
  }
}

/**
 * Creates an HTML page for each screen that users open directly. The page contains the first paint and lists all
 * scripts so that they load in parallel. The server finds the pages in `pages.json`.
 */
export function prerenderFirstPages(): Plugin {
  let root = ''
  return {
    name: 'first-pages',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const index = bundle['index.html']
        if (index?.type !== 'asset') return this.error('The build has no index.html')
        const bare = String(index.source)
        const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source })
        const font = Object.keys(bundle).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
        const page = (html: string, modules: readonly string[], isComplete = false) => {
          const scripts = getScripts(bundle, root, modules).filter((file) => !bare.includes(`"/${file}"`))
          // A complete page is painted before its scripts load. Any other page preloads its scripts.
          const links = isComplete
            ? [`<meta name="scripts" content="${scripts.map((file) => `/${file}`).join(' ')}">`]
            : scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
          // Preloads the font, which the browser would otherwise discover only after loading the stylesheet.
          if (font) links.push(`<link rel="preload" as="font" type="font/woff2" href="/${font}" crossorigin>`)
          return bare
            .replace('</head>', `${links.map((link) => `  ${link}\n  `).join('')}</head>`)
            .replace('<div id="root"></div>', `<div id="root">${html}</div>`)
        }
        await withRender(root, async (render) => {
          const waiting = await render(undefined)
          for (const { name, urlPattern: at, modules, isPrerendered: isAlike } of firstScreens)
            if (at)
              emit(`pages/${name.replace(' ', '-')}.html`, page(isAlike ? await render(at) : waiting, modules, isAlike))
          index.source = page(waiting, [appModule])
        })
        const pages = firstScreens.flatMap(({ name, urlPattern: at }) =>
          at ? [{ at, file: `pages/${name.replace(' ', '-')}.html` }] : [],
        )
        emit('pages.json', JSON.stringify(pages))
      },
    },
  }
}
