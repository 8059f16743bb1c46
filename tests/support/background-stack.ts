import { fork } from 'node:child_process'
import { join } from 'node:path'
import { stageEnv } from '../runner/stage.ts'
import { root } from '../runner/test-projects.ts'
import type { StackEnv } from './browser-stack.ts'

export interface BackgroundStack {
  /** Resolves to environment variables for the browser tests. Resolves to none if the stack did not start. */
  env: Promise<Partial<StackEnv & { TIDELINE_STACK: string }>>
  stop: () => Promise<void>
}

/**
 * Starts the stack of the browser tests in another process, so that the demo book loads while other tests run. If it
 * does not start, Playwright starts the stack itself. The stack also stops when this process exits.
 */
export function startBackgroundStack(): BackgroundStack {
  const child = fork(join(root, 'tests/support/browser-stack.ts'), { cwd: root, env: stageEnv })
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  const ready = new Promise<StackEnv>((resolve) => void child.once('message', (env) => resolve(env as StackEnv)))
  return {
    env: Promise.race([ready.then((env) => ({ ...env, TIDELINE_STACK: 'started' })), ended.then(() => ({}))]),
    stop: () => {
      if (child.connected) child.disconnect()
      return ended
    },
  }
}
