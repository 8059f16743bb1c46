import { createContext, useContext } from 'react'

/** The element that dialogs are put into; the end of the document unless an app that frames a screen names one. */
export const OverlayPlace = createContext<HTMLElement | null>(null)

export const useOverlayPlace = () => useContext(OverlayPlace)
