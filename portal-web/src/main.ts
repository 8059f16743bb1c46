import { afterFirstPaint } from './first-painted.ts'
import { requestScreen } from './request-screen.ts'
import '@tideline/web-kit/theme/theme.css'

requestScreen(window.location)

/** All that the screen needs, in one trip; the page names it. */
const scripts = document.querySelector<HTMLMetaElement>('meta[name="scripts"]')?.content.split(' ') ?? []

/** In this order, each in a turn of its own: a press or a key need not wait for all of them. */
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
