import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  isEntry?: boolean
  /** What it cannot run without; what it fetches later is not among them. */
  imports?: string[]
}

/** Gzip bytes of the scripts without which a built app cannot show these modules (`src/login/LoginPage.tsx`) first. */
export function firstLoadBytes(dist: string, modules: readonly string[]): number {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const wanted = [...Object.keys(manifest).filter((name) => manifest[name]?.isEntry), ...modules]
  const files = new Map<string, string>()
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (files.has(name)) continue
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no chunk of its own for ${name}`)
    files.set(name, chunk.file)
    wanted.push(...(chunk.imports ?? []))
  }
  return [...files.values()].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0)
}

const wizard = 'src/policyholder/PolicyholderWizardPage.tsx'

/** The screens that an insured on a phone waits for, and the kilobytes of JavaScript that each may need. */
export const firstScreens = [
  { name: 'landing', modules: ['src/pages/SplashPage.tsx'], most: 180 },
  { name: 'link request', modules: ['src/policyholder/GeneratePage.tsx'], most: 180 },
  { name: 'log-in', modules: ['src/login/LoginPage.tsx'], most: 180 },
  { name: 'confirmation', modules: ['src/policyholder/DeepLinkPage.tsx'], most: 180 },
  { name: 'welcome', modules: ['src/policyholder/WelcomePage.tsx'], most: 180 },
  { name: 'signing', modules: [wizard, 'src/wizard/steps/SignStep.tsx'], most: 260 },
  { name: 'paying', modules: [wizard, 'src/wizard/steps/PayStep.tsx'], most: 260 },
] as const
