import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** The container of the payment step's only button. Each method's form renders its own button there. */
export const PayButtonContainer = createContext<HTMLElement | null>(null)

/** Renders the button of the selected method in the container. The `form` attribute connects it to its form. */
export function PayButton({ children }: { children: ReactNode }) {
  const place = useContext(PayButtonContainer)
  return place && createPortal(children, place)
}
