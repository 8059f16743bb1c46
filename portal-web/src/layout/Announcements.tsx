import { alertQueue } from '@tideline/web-kit/ui/alert-queue.ts'
import { toastQueue } from '@tideline/web-kit/ui/toast-queue.ts'
import { type ComponentType, useEffect, useState } from 'react'

const load = async () => {
  const [{ BlockingAlerts: Alerts }, { Toaster }] = await Promise.all([
    import('@tideline/web-kit/ui/BlockingAlerts.tsx'),
    import('@tideline/web-kit/ui/Toaster.tsx'),
  ])
  return [Alerts, Toaster] as const
}

/**
 * Alerts and toasts. Their code loads after the first screen: at the first click or key press, or for the first
 * message.
 */
export function Announcements() {
  const [shown, setShown] = useState<readonly ComponentType[]>([])
  const alertCount = alertQueue.useItems().length
  const toastCount = toastQueue.useItems().length
  const isLoaded = shown.length > 0
  useEffect(() => {
    if (isLoaded) return
    const fetchThem = () => {
      // If loading fails, the next press or message tries again.
      load().then(setShown, () => undefined)
    }
    if (alertCount + toastCount > 0) fetchThem()
    window.addEventListener('pointerdown', fetchThem)
    window.addEventListener('keydown', fetchThem)
    return () => {
      window.removeEventListener('pointerdown', fetchThem)
      window.removeEventListener('keydown', fetchThem)
    }
  }, [isLoaded, alertCount, toastCount])
  return shown.map((Shown, place) => <Shown key={place === 0 ? 'alerts' : 'toasts'} />)
}
