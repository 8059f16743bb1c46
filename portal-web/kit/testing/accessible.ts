import axe from 'axe-core'
import { expect } from 'vitest'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fails with what axe finds against WCAG 2.2 AA and good practice, once nothing fades or slides any more. */
export async function expectAccessible(): Promise<void> {
  await expect.poll(() => document.getAnimations().filter(({ playState }) => playState === 'running').length).toBe(0)
  const { violations } = await axe.run(document.body, { runOnly: tags })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`)).toEqual([])
}
