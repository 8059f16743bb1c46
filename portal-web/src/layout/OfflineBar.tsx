import { useIsOnline } from '@tideline/web-kit/screen/useIsOnline.ts'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import './layout.css'

/** A bar that appears while the browser is offline. States that the connection was lost and that input is saved. */
export function OfflineBar() {
  const isOnline = useIsOnline()
  return (
    <div className="offline" role="status">
      {!isOnline && (
        <p className="offline-bar">
          <Icon name="offline" />
          You are offline. Your signatures and entries are saved; we will continue when you are back online.
        </p>
      )}
    </div>
  )
}
