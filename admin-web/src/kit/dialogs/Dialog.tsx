import { DialogActions, DialogContent, DialogTitle, Dialog as MuiDialog } from '@mui/material'
import { type FormEvent, type ReactNode, useId } from 'react'

interface DialogProps {
  title: ReactNode
  size?: 'small' | 'medium'
  /** The buttons below the content. */
  footer?: ReactNode
  /** Called when the user presses Escape or clicks outside the dialog. If not set, the dialog stays open. */
  onClose?: () => void
  /** Called when the user submits the dialog. If set, the dialog is rendered as a form. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  children?: ReactNode
}

const maxWidths = { small: 'xs', medium: 'sm' } as const

/** The base of every back-office dialog. Prefer a more specific dialog, such as `FormDialog` or `NoticeDialog`. */
export function Dialog({ title, size = 'small', footer, onClose, onSubmit, children }: DialogProps) {
  const id = useId()
  const content = (
    <>
      <DialogTitle id={id}>{title}</DialogTitle>
      {children ? <DialogContent>{children}</DialogContent> : null}
      {footer ? (
        // Long labels and reasons for disabled buttons wrap.
        <DialogActions disableSpacing sx={{ flexWrap: 'wrap', gap: 1 }}>
          {footer}
        </DialogActions>
      ) : null}
    </>
  )
  return (
    <MuiDialog open fullWidth maxWidth={maxWidths[size]} aria-labelledby={id} {...(onClose && { onClose })}>
      {onSubmit ? (
        <form onSubmit={onSubmit} noValidate>
          {content}
        </form>
      ) : (
        content
      )}
    </MuiDialog>
  )
}
