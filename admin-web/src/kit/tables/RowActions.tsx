import type { ReactNode } from 'react'

/** The buttons of a list row. A click on the row opens its record; a click on a button does not. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps clicks to itself
  // biome-ignore lint/a11y/useKeyWithClickEvents: rows are opened by clicks alone
  <span onClick={(click) => click.stopPropagation()}>{children}</span>
)
