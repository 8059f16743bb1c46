import { createContext, useContext } from 'react'

/**
 * The element that contains dialogs. Defaults to the end of the document; an app that embeds a screen can set another
 * element.
 */
export const OverlayContainer = createContext<HTMLElement | null>(null)

export const useOverlayContainer = () => useContext(OverlayContainer)
