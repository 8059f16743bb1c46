import axe from 'axe-core'
import { expect } from 'vitest'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Returns the running animations, except endless ones. */
const getRunningAnimations = () =>
  document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)

/**
 * Fails on axe violations of WCAG 2.2 AA and best practices. Waits for animations to end, because fading text has too
 * little contrast.
 */
export async function expectAccessible(): Promise<void> {
  await expect.poll(() => getRunningAnimations().length).toBe(0)
  // Omits passing elements, because building their selectors takes a third of the time.
  const { violations } = await axe.run(document.body, { runOnly: tags, resultTypes: ['violations'] })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`)).toEqual([])
}
