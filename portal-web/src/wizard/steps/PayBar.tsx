import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

/** Where the one button of the payment step stands; each method's form puts its own there. */
export const PayBarPlace = createContext<HTMLElement | null>(null)

/** The button of the open method, at the place of the step's main action. It belongs to its form by `form`. */
export function PayBar({ children }: { children: ReactNode }) {
  const place = useContext(PayBarPlace)
  return place && createPortal(children, place)
}
