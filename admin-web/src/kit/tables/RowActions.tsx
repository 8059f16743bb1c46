import type { ReactNode } from 'react'

/** The buttons of a list row. A click on the row opens its record; a click on a button does not. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: the element only stops the propagation of clicks
  // biome-ignore lint/a11y/useKeyWithClickEvents: only clicks open a row
  <span onClick={(click) => click.stopPropagation()}>{children}</span>
)
