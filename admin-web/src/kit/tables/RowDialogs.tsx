import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'

/** Renders a dialog that calls `onClose` when the user closes it. */
type RenderDialog = (onClose: () => void) => ReactNode

const OpenRowDialog = createContext<(render: RenderDialog) => void>(() => {
  throw new Error('A row can only open a dialog within RowDialogs')
})

/**
 * Shows the dialogs about rows. They are outside of the rows and of the toolbar of the selection, so that a dialog stays
 * open while the rows are replaced, for example by cards in a narrow window.
 */
export function RowDialogs({ children }: { children: ReactNode }) {
  const [render, setRender] = useState<RenderDialog>()
  const open = useCallback((dialog: RenderDialog) => setRender(() => dialog), [])
  return (
    <OpenRowDialog value={open}>
      {children}
      {render?.(() => setRender(undefined))}
    </OpenRowDialog>
  )
}

/** Returns a function that opens a dialog about one or more rows. */
export const useOpenRowDialog = () => useContext(OpenRowDialog)
