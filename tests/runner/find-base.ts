import { spawnSync } from 'node:child_process'
import { root } from './test-projects.ts'

/** Returns the merge base with main, which changes are compared to. Throws if there is no branch main. */
export function findBase(): string {
  for (const main of ['origin/main', 'main']) {
    const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', main], { cwd: root, encoding: 'utf8' })
    if (status === 0) return stdout.trim()
  }
  throw new Error('There is no branch origin/main or main to compare with.')
}
