/** Returns whether the hash contains the flag, for example `#flag` or `#a=1&flag=true`. */
export function hasHashFlag(hash: string, flag: string): boolean {
  const set = new URLSearchParams(hash.replace(/^#\??/, ''))
  return set.has(flag) && set.get(flag) !== 'false'
}
