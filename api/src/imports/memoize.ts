/** Returns a function that caches the results of `read` by its argument, including errors. */
export function memoize<Input, Result>(read: (input: Input) => Promise<Result>): (input: Input) => Promise<Result> {
  const results = new Map<string, Promise<Result>>()
  return (input) => {
    const key = JSON.stringify(input)
    const result = results.get(key) ?? read(input)
    results.set(key, result)
    return result
  }
}
