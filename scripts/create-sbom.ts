/**
 * `pnpm run create-sbom [file]`: writes a CycloneDX SBOM of all production dependencies. Exits with 1 if a license is
 * not allowed in `sbom-licenses.ts`. The default file is `dist/sbom.cdx.json`.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { exitWithMessage } from './exit-with-message.ts'
import { findLicenseProblems, type Sbom } from './sbom-licenses.ts'

const root = dirname(import.meta.dirname)
const file = resolve(process.argv[2] ?? join(root, 'dist/sbom.cdx.json'))
/** The same version of pnpm as in the Docker image. */
const [pnpm = ''] = /pnpm@[\d.]+/.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? []

mkdirSync(dirname(file), { recursive: true })
execFileSync(
  'npx',
  [
    ...['--yes', pnpm, '--filter', '!@tideline/tests', 'sbom', '--prod'],
    ...['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--out', file],
  ],
  { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
)
const sbom: Sbom = JSON.parse(readFileSync(file, 'utf8'))
const problems = findLicenseProblems(sbom)
if (problems.length > 0) exitWithMessage(['Licenses that are not allowed:', ...problems].join('\n  '))
process.stdout.write(`${file}: ${sbom.components.length} components, all licenses allowed\n`)
