import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { render as renderInBrowser } from 'vitest-browser-react'

/**
 * Renders a component into the document and runs its effects before returning. Replaces `act`, which the production
 * build of React does not have.
 */
export const render = (ui: ReactNode): ReturnType<typeof renderInBrowser> => flushSync(() => renderInBrowser(ui))
