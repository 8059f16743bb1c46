import { afterEach, expect } from 'vitest'

// React's development build reports missing keys, invalid nesting and other mistakes to the console. Errors that a test
// causes on purpose are reported with the error itself.
const warnings: unknown[][] = []
const print = console.error
console.error = (...parts) => {
  if (!parts.some((part) => part instanceof Error)) warnings.push(parts)
  print(...parts)
}
afterEach(() => expect(warnings.splice(0)).toEqual([]))
