import type { RaRecord } from 'react-admin'

export interface PreviewTarget {
  resource: string
  record: RaRecord
}

/** The event that opens the preview drawer (see preview/PreviewPanel.tsx). */
const name = 'tideline:preview'

export const openPreview = (detail: PreviewTarget) => window.dispatchEvent(new CustomEvent(name, { detail }))

export function subscribeToPreview(show: (target: PreviewTarget) => void) {
  const hear = (event: Event) => show((event as CustomEvent<PreviewTarget>).detail)
  window.addEventListener(name, hear)
  return () => window.removeEventListener(name, hear)
}
