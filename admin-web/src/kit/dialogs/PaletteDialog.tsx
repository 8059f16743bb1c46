import { Dialog as MuiDialog, useMediaQuery, useTheme } from '@mui/material'
import type { ReactNode } from 'react'

interface PaletteDialogProps {
  /** The accessible name. The dialog has no title. */
  label: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog without a title at the top of the window, for a search field and its results. Fills the screen on phones.
 */
export function PaletteDialog({ label, isOpen, onClose, children }: PaletteDialogProps) {
  const { breakpoints } = useTheme()
  const isPhone = useMediaQuery(breakpoints.down('sm'))
  return (
    <MuiDialog
      open={isOpen}
      onClose={onClose}
      fullScreen={isPhone}
      fullWidth
      maxWidth="sm"
      slotProps={{
        paper: {
          'aria-label': label,
          sx: { alignSelf: 'flex-start', height: { sm: 480 }, marginTop: { sm: 10 } },
        },
      }}
    >
      {children}
    </MuiDialog>
  )
}
