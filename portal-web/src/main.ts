import { prefetchScreenData } from './prefetch-screen-data.ts'
import { runAfterFirstPaint } from './run-after-first-paint.ts'
import '@tideline/web-kit/theme/theme.css'

prefetchScreenData(window.location)

/** URLs of the screen's scripts, listed in the page's `scripts` meta tag. They load in parallel. */
const scripts = document.querySelector<HTMLMetaElement>('meta[name="scripts"]')?.content.split(' ') ?? []

/** Modules to load in this order. Each loads in its own task, so that the browser can handle user input in between. */
const modules = [() => import('react-dom/client'), () => import('./routes.tsx'), () => import('./app.tsx')]

const waitForNextTask = () => new Promise((begin) => setTimeout(begin))

async function start() {
  for (const part of modules) {
    await part()
    await waitForNextTask()
  }
}

runAfterFirstPaint(() => {
  for (const href of scripts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
  void start()
})
