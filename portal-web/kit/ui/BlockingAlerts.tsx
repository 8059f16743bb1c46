import { AlertDialog } from 'radix-ui'
import { alertQueue } from './alert-queue.ts'
import { Button } from './Button.tsx'
import { useDialogFocus } from './dialog-focus.ts'
import { useOverlayContainer } from './overlay-container.ts'
import './Dialog.css'

/** Shows the alerts that the user must close, one at a time. An alert takes the focus and returns it (UI-43). */
export function BlockingAlerts() {
  const [alert] = alertQueue.useItems()
  const place = useOverlayContainer()
  const focus = useDialogFocus()
  if (!alert) return null
  const close = () => {
    alertQueue.remove(alert.id)
  }
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && close()}>
      <AlertDialog.Portal container={place}>
        <AlertDialog.Overlay className="dialog-overlay">
          <AlertDialog.Content className="dialog dialog-small" {...focus}>
            <div className="dialog-header">
              <AlertDialog.Title className="dialog-title">{alert.title}</AlertDialog.Title>
            </div>
            <div className="dialog-body">
              <AlertDialog.Description>{alert.text}</AlertDialog.Description>
            </div>
            <div className="dialog-footer">
              <AlertDialog.Action asChild>
                <Button>OK</Button>
              </AlertDialog.Action>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
