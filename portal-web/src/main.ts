import { prefetchScreenData } from './prefetch-screen-data.ts'
import { runAfterFirstPaint } from './run-after-first-paint.ts'
import '@tideline/web-kit/theme/theme.css'

prefetchScreenData(window.location)

/** The scripts of the screen, as the page lists them. They load in parallel. */
const scripts = document.querySelector<HTMLMetaElement>('meta[name="scripts"]')?.content.split(' ') ?? []

/** Loaded in this order, each in a separate task, so that input can be handled in between. */
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
