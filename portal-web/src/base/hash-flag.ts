/** Checks whether the hash contains the flag, alone or among others: `#flag`, `#a=1&flag=true`. */
export function hasHashFlag(hash: string, flag: string): boolean {
  const set = new URLSearchParams(hash.replace(/^#\??/, ''))
  return set.has(flag) && set.get(flag) !== 'false'
}
