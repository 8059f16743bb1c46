import axe from 'axe-core'
import { expect } from 'vitest'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What fades or slides, but for what turns for ever. */
const moving = () =>
  document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)

/** Fails with what axe finds against WCAG 2.2 AA and good practice, once nothing moves: halfway, every text has too little contrast. */
export async function expectAccessible(): Promise<void> {
  await expect.poll(() => moving().length).toBe(0)
  const { violations } = await axe.run(document.body, { runOnly: tags })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`)).toEqual([])
}
