const key = 'destination'
const validMs = 24 * 60 * 60 * 1000

/** True for pages of one policy that a policyholder may be led back to. */
const isPolicyPage = (path: string) => path.startsWith('/policyholder/policies/')

/** Remembers the page that a policyholder without a session opened, so that the link that they request leads back to it (ACC-16). */
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

/** True while a page is remembered for the next link. */
export function hasDestination(now: number): boolean {
  const kept = read()
  return kept !== undefined && now - kept.at < validMs
}

/** The remembered page if it belongs to `policyNo`; it is forgotten either way. */
export function consumeDestination(policyNo: string, now: number): string | undefined {
  const kept = read()
  localStorage.removeItem(key)
  if (!kept || now - kept.at >= validMs || !isPolicyPage(kept.path)) return undefined
  const [, , , policy] = kept.path.split(/[/?#]/)
  return policy === encodeURIComponent(policyNo) ? kept.path : undefined
}
