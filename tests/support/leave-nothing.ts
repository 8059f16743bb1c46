import { afterAll, vi } from 'vitest'

// Test files share a process: what one put in place of a global or a setting is gone before the next begins.
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
