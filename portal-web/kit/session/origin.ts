/** Our own address. There is none while first pages are made in advance; nothing is called then. */
export const origin = typeof window === 'undefined' ? '' : window.location.origin
