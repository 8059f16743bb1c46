import type { ComponentType } from 'react'

/** How long a part of the portal may take to come. */
export const loadTimeoutMs = 120_000

/** A part of the portal that did not load in time. */
export class ScreenTimeout extends Error {}

/**
 * A screen that is loaded on demand; what has not come after 120 seconds counts as missing, so that nobody waits on a
 * dead connection for ever.
 */
export const screen =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  async () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new ScreenTimeout(`${name} did not load in time.`)), loadTimeoutMs)
    })
    const loaded = await Promise.race([load(), late]).finally(() => clearTimeout(timer))
    return { Component: loaded[name] }
  }
