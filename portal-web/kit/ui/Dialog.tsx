import { Dialog as RadixDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { useDialogFocus } from './dialog-focus.ts'
import { IconButton } from './IconButton.tsx'
import { useOverlayContainer } from './overlay-container.ts'
import './Dialog.css'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** Size or position of the dialog. `side` slides in from the right, `sheet` from the bottom. */
  size?: 'small' | 'medium' | 'large' | 'full' | 'side' | 'sheet'
  /** Whether a close button, Escape and clicks outside can close the dialog. */
  dismissable?: boolean
  footer?: ReactNode
  children?: ReactNode
}

const stop = (event: Event) => event.preventDefault()

/** A modal dialog. Traps the focus, returns it on closing, and closes on Escape if `dismissable`. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, size = 'medium', dismissable = true, footer, children } = props
  const place = useOverlayContainer()
  const focus = useDialogFocus()
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal container={place}>
        <RadixDialog.Overlay className="dialog-overlay">
          <RadixDialog.Content
            className={`dialog dialog-${size}`}
            {...focus}
            {...(description ? {} : { 'aria-describedby': undefined })}
            {...(dismissable ? {} : { onEscapeKeyDown: stop, onPointerDownOutside: stop, onInteractOutside: stop })}
          >
            <div className="dialog-header">
              <RadixDialog.Title className="dialog-title">{title}</RadixDialog.Title>
              {dismissable && (
                <RadixDialog.Close asChild>
                  <IconButton label="Close" icon="close" />
                </RadixDialog.Close>
              )}
            </div>
            <div className="dialog-body">
              {description && <RadixDialog.Description>{description}</RadixDialog.Description>}
              {children}
            </div>
            {footer && <div className="dialog-footer">{footer}</div>}
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}
