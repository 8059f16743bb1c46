/** Origin of this site. Empty during prerendering, when no requests are sent. */
export const origin = typeof window === 'undefined' ? '' : window.location.origin
