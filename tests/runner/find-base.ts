import { spawnSync } from 'node:child_process'
import { root } from './test-projects.ts'

/** The commit at which this branch left main, which changes are compared with. Throws when there is no branch main. */
export function findBase(): string {
  for (const main of ['origin/main', 'main']) {
    const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', main], { cwd: root, encoding: 'utf8' })
    if (status === 0) return stdout.trim()
  }
  throw new Error('There is neither a branch origin/main nor main to compare with.')
}
