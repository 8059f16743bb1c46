import type { ComponentType } from 'react'

/** The time limit for loading a screen, in milliseconds. */
const loadTimeoutMs = 120_000

/** Error for a screen that did not load in time. */
export class ScreenTimeoutError extends Error {}

/**
 * Returns a route that loads its screen on demand. Throws `ScreenTimeoutError` after 120 seconds, so that users do not
 * wait on a dead connection.
 */
export const lazyScreen =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  async () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new ScreenTimeoutError(`${name} did not load in time.`)), loadTimeoutMs)
    })
    const loaded = await Promise.race([load(), timeout]).finally(() => clearTimeout(timer))
    return { Component: loaded[name] }
  }
