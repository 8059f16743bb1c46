import { createContext, useContext } from 'react'

/** The element that contains dialogs: the end of the document, unless an app that frames a screen sets it. */
export const OverlayContainer = createContext<HTMLElement | null>(null)

export const useOverlayContainer = () => useContext(OverlayContainer)
