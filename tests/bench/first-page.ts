import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Gzip bytes of the scripts that an app's page asks for at once: what it names and what those import statically. */
export function firstPageBytes(dist: string): number {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const wanted = [...html.matchAll(/(?:src|href)="[^"]*(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
  const seen = new Set<string>()
  while (wanted.length) {
    const path = wanted.pop() ?? ''
    if (seen.has(path)) continue
    seen.add(path)
    const code = readFileSync(join(dist, path), 'utf8')
    for (const [, name] of code.matchAll(/(?:import|from)\s*["']\.\/([^"']+\.js)["']/g)) wanted.push(`assets/${name}`)
  }
  return [...seen].reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path))).length, 0)
}
