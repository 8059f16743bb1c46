/** The origin of this site. Empty while pages are prerendered, when no requests are sent. */
export const origin = typeof window === 'undefined' ? '' : window.location.origin
