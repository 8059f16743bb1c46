import { askForScreen } from './ask-for-screen.ts'
import { afterFirstPaint } from './first-painted.ts'
import '@tideline/web-kit/theme/theme.css'

askForScreen(window.location)

/** All that the screen needs, in one trip; the page names it. */
const scripts = document.querySelector<HTMLMetaElement>('meta[name="scripts"]')?.content.split(' ') ?? []

afterFirstPaint(() => {
  for (const href of scripts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
  // One after the other, so that a press or a key gets its turn between them.
  void import('react-dom/client').then(() => import('./app.tsx'))
})
