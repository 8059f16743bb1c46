import { alerts } from '@tideline/web-kit/ui/alerts.ts'
import { toasts } from '@tideline/web-kit/ui/toasts.ts'
import { type ComponentType, useEffect, useState } from 'react'

const load = async () => {
  const [{ Alerts }, { Toaster }] = await Promise.all([
    import('@tideline/web-kit/ui/Alerts.tsx'),
    import('@tideline/web-kit/ui/Toaster.tsx'),
  ])
  return [Alerts, Toaster] as const
}

/**
 * Alerts and toasts. Nobody gets one before having pressed something: their code is fetched with the first press, while
 * there is a connection, so that the first screen comes without it and what fails later can still be told.
 */
export function Announcements() {
  const [shown, setShown] = useState<readonly ComponentType[]>([])
  const alertCount = alerts.useItems().length
  const toastCount = toasts.useItems().length
  const isLoaded = shown.length > 0
  useEffect(() => {
    if (isLoaded) return
    const fetchThem = () => {
      // Without a connection the next press or the next news tries again.
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
