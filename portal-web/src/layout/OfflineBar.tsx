import { useIsOnline } from '@tideline/web-kit/screen/useIsOnline.ts'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import './layout.css'

/** Says that the connection is gone and what is safe all the same; it goes with the connection's return. */
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
