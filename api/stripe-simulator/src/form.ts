export type FormValue = string | FormValue[] | { [key: string]: FormValue }
type Branch = Map<string, string | Branch>

/** Splits `a[b][0]` into `['a', 'b', '0']`. */
const segments = (key: string) => key.split('[').map((part, i) => (i === 0 ? part : part.replace(/\]$/, '')))

const isList = (keys: string[]) => keys.length > 0 && keys.every((key) => /^\d+$/.test(key))

function toFormValue(branch: Branch): FormValue {
  const entries = [...branch].map(
    ([key, value]) => [key, typeof value === 'string' ? value : toFormValue(value)] as const,
  )
  return isList([...branch.keys()]) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

/**
 * Parses Stripe's bracketed form encoding: `card[exp_month]=12&expand[]=customer` becomes nested values with string
 * leaves. Parses into maps so that a key named `__proto__` is harmless.
 */
export function parseForm(encoded: string): { [key: string]: FormValue } {
  const root: Branch = new Map()
  for (const [key, value] of new URLSearchParams(encoded)) {
    const path = segments(key)
    let branch = root
    for (const part of path.slice(0, -1)) {
      const next = branch.get(part)
      const child: Branch = next instanceof Map ? next : new Map()
      branch.set(part, child)
      branch = child
    }
    const last = path.at(-1) ?? ''
    branch.set(last === '' ? String(branch.size) : last, value)
  }
  const grown = toFormValue(root)
  return typeof grown === 'string' || Array.isArray(grown) ? {} : grown
}
