const timestampPattern = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
/** Matches ids that are new in every demo book. Fixed ids are in api/src/demo-book/fixed-ids.ts. */
const newIdPattern = /\b(?!0000)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g
const providerIdPattern = /^(req|pm|pi|evt)_[\w-]+$/
const tokenPattern = /^(eyJ[\w.-]+|ZXlK[\w=%]+|Wy[\w-]{10,})$/

/**
 * Replaces values that differ between two loads of the demo data: new ids by numbered ones, tokens by a fixed text, and
 * timestamps of the database clock by the time of the load. Values that were equal stay equal.
 */
export function normalizeResponses<Value>(responses: Value, loadedAt: Date): Value {
  const ids = new Map<string, string>()
  const numberId = (id: string, prefix: string) => {
    const known = ids.get(id) ?? `${prefix}${String(ids.size + 1).padStart(12, '0')}`
    ids.set(id, known)
    return known
  }
  const normalizeText = (text: string) => {
    if (timestampPattern.test(text) && Math.abs(Date.parse(text) - Date.now()) < 30 * 60_000)
      return loadedAt.toISOString()
    if (tokenPattern.test(text)) return 'token'
    const [, kind] = providerIdPattern.exec(text) ?? []
    if (kind) return numberId(text, `${kind}_`)
    return text.replaceAll(newIdPattern, (id) => numberId(id, 'ffffffff-0000-4000-8000-'))
  }
  return JSON.parse(JSON.stringify(responses), (_, value) => (typeof value === 'string' ? normalizeText(value) : value))
}
