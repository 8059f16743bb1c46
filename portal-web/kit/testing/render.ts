import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { render as renderInBrowser } from 'vitest-browser-react'

/**
 * Renders into the document and runs the effects before it returns. The production build of React has no `act`, which
 * does this in the development build.
 */
export const render = (ui: ReactNode): ReturnType<typeof renderInBrowser> => flushSync(() => renderInBrowser(ui))
