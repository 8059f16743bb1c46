import { createServer, type Plugin, type Rolldown } from 'vite'
import { app, firstScreens } from './first-screens.ts'

type Render = typeof import('../src/first-paint.tsx').firstPaint

/** The files that these modules cannot run without, the entry's among them. */
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

/** Renders in Node what stands on the screen before any script has come. */
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
    const { firstPaint } = (await server.ssrLoadModule('/src/first-paint.tsx')) as { firstPaint: Render }
    return await use(firstPaint)
  } finally {
    await server.close()
  }
}

/**
 * A page of its own for each screen that people come to from outside: it names all scripts that the screen needs, so that
 * they come at once, and holds what stands there before they run. The server finds the pages in `pages.json`.
 */
export function firstPages(): Plugin {
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
          // What can be read already is painted first, by itself; else the scripts are what is waited for.
          const links = isComplete
            ? [`<meta name="scripts" content="${scripts.map((file) => `/${file}`).join(' ')}">`]
            : scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
          // The page names the face of its letters itself; else the browser hears of it from the stylesheet, a trip later.
          if (font) links.push(`<link rel="preload" as="font" type="font/woff2" href="/${font}" crossorigin>`)
          return bare
            .replace('</head>', `${links.map((link) => `  ${link}\n  `).join('')}</head>`)
            .replace('<div id="root"></div>', `<div id="root">${html}</div>`)
        }
        await withRender(root, async (render) => {
          const waiting = await render(undefined)
          for (const { name, at, modules, isAlike } of firstScreens)
            if (at)
              emit(`pages/${name.replace(' ', '-')}.html`, page(isAlike ? await render(at) : waiting, modules, isAlike))
          index.source = page(waiting, [app])
        })
        const pages = firstScreens.flatMap(({ name, at }) =>
          at ? [{ at, file: `pages/${name.replace(' ', '-')}.html` }] : [],
        )
        emit('pages.json', JSON.stringify(pages))
      },
    },
  }
}
