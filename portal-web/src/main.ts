import { afterFirstPaint } from './first-painted.ts'
import { requestScreen } from './request-screen.ts'
import '@tideline/web-kit/theme/theme.css'

requestScreen(window.location)

/** The scripts of the screen, as the page lists them. They load in parallel. */
const scripts = document.querySelector<HTMLMetaElement>('meta[name="scripts"]')?.content.split(' ') ?? []

/** Loaded in this order, each in a separate task, so that input can be handled in between. */
const parts = [() => import('react-dom/client'), () => import('./routes.tsx'), () => import('./app.tsx')]

const turn = () => new Promise((begin) => setTimeout(begin))

async function start() {
  for (const part of parts) {
    await part()
    await turn()
  }
}

afterFirstPaint(() => {
  for (const href of scripts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
  void start()
})
