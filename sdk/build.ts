/** Compiles the SDK to JavaScript, declarations and source maps in `dist`. Runs before `npm pack`. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const folder = import.meta.dirname
const root = dirname(folder)
/**
 * Output folder of the compiler. The folder replaces `dist` only after the build, because other processes import
 * `dist`.
 */
const output = join(folder, '.build')

const run = (args: string[]) => {
  const { status } = spawnSync(process.execPath, args, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

run([join(root, 'scripts/generate.ts')])
rmSync(output, { recursive: true, force: true })
run([join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json', '--outDir', output])

// The compiler changes `./client.ts` to `./client.js` only in JavaScript. Not all tools accept the former in declarations.
for (const file of readdirSync(output, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.d.ts'),
)) {
  const path = join(output, file)
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/((?:from |import\()['"]\.[^'"\n]+)\.ts(?=['"])/g, '$1.js'))
}
rmSync(join(folder, 'dist'), { recursive: true, force: true })
renameSync(output, join(folder, 'dist'))
