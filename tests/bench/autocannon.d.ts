/** What the benchmarks use of autocannon, which ships no types. */
declare module 'autocannon' {
  interface Options {
    url: string
    duration: number
    connections: number
    headers: Record<string, string>
    requests: { method: string; path: string; body?: string }[]
  }
  interface Result {
    requests: { average: number }
    latency: { p50: number; p99: number; max: number }
    non2xx: number
    errors: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
