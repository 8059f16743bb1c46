import { afterAll, vi } from 'vitest'

// Test files share a process, so mocks, stubbed globals and environment variables are restored after each file.
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
