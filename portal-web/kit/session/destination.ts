const key = 'destination'
const validMs = 24 * 60 * 60 * 1000

/** Returns whether the path is a page of a single policy. A policyholder can return to this page after signing in. */
const isPolicyPage = (path: string) => path.startsWith('/policyholder/policies/')

/**
 * Saves the page that a policyholder tried to open without a session. The next link that the policyholder requests
 * opens this page (ACC-16).
 */
export function saveDestination(path: string, now: number) {
  if (isPolicyPage(path)) localStorage.setItem(key, JSON.stringify({ path, at: now }))
}

const read = (): { path: string; at: number } | undefined => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Returns whether there is a saved page that is still valid. */
export function hasDestination(now: number): boolean {
  const kept = read()
  return kept !== undefined && now - kept.at < validMs
}

/**
 * Returns the policy number of the saved page, or undefined if the page is no longer valid. The number comes from the
 * URL that the policyholder opened.
 */
export function getDestinationPolicyNo(now: number): string | undefined {
  const kept = read()
  if (!kept || now - kept.at >= validMs) return undefined
  return /^\/policyholder\/policies\/([A-Z]{3}\d{7,12})(?=[/?#]|$)/.exec(kept.path)?.[1]
}

/** Returns the saved page if it belongs to `policyNo`. Always deletes the saved page. */
export function consumeDestination(policyNo: string, now: number): string | undefined {
  const kept = read()
  localStorage.removeItem(key)
  if (!kept || now - kept.at >= validMs || !isPolicyPage(kept.path)) return undefined
  const [, , , policy] = kept.path.split(/[/?#]/)
  return policy === encodeURIComponent(policyNo) ? kept.path : undefined
}
