import { afterAll, vi } from 'vitest'

// Restores mocks, stubbed globals, and environment variables after each file, because test files share a process.
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
