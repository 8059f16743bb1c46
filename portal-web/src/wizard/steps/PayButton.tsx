import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** The container of the pay button. The selected payment method's form renders the button there. */
export const PayButtonContainer = createContext<HTMLElement | null>(null)

/** Renders the pay button of the selected method in the shared container, outside of its form. */
export function PayButton({ children }: { children: ReactNode }) {
  const place = useContext(PayButtonContainer)
  return place && createPortal(children, place)
}
