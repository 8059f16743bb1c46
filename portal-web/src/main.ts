import { askForScreen } from './ask-for-screen.ts'
import '@tideline/web-kit/theme/theme.css'

askForScreen(window.location)

const start = () => void import('./app.tsx')

// What the page was sent with is painted before the app takes the phone's only hand. A tab behind others paints nothing.
if (document.visibilityState === 'visible') requestAnimationFrame(() => setTimeout(start))
else start()
