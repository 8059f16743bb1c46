import { Toast as RadixToast } from 'radix-ui'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { toastDurationMs, toastQueue } from './toast-queue.ts'
import './Alert.css'
import './Toaster.css'

const signs = { success: 'done', error: 'warning', info: 'info' } as const

/** Shows each toast for 3 seconds (UI-5), longer while hovered or focused, and announces it to screen readers. */
export function Toaster() {
  const shown = toastQueue.useItems()
  return (
    <RadixToast.Provider duration={toastDurationMs} swipeDirection="right">
      {shown.map(({ id, title, text, tone = 'info' }) => (
        <RadixToast.Root
          key={id}
          className={`alert alert-${tone} toast`}
          type={tone === 'error' ? 'foreground' : 'background'}
          onOpenChange={(open) => {
            if (!open) toastQueue.remove(id)
          }}
        >
          <span className="alert-sign">
            <Icon name={signs[tone]} />
          </span>
          <div className="alert-text">
            <RadixToast.Title className="alert-title">{title}</RadixToast.Title>
            {text && <RadixToast.Description>{text}</RadixToast.Description>}
          </div>
          <RadixToast.Close asChild>
            <IconButton label="Close" icon="close" />
          </RadixToast.Close>
        </RadixToast.Root>
      ))}
      <RadixToast.Viewport className="toasts" />
    </RadixToast.Provider>
  )
}
