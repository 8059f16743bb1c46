/** What the benchmarks use of autocannon, which ships no types. */
declare module 'autocannon' {
  interface Request {
    method: string
    path: string
    body?: string
    headers?: Record<string, string>
  }
  interface Options {
    url: string
    /** Seconds; ignored when `amount` is given. */
    duration?: number
    /** Requests in all. */
    amount?: number
    connections: number
    headers: Record<string, string>
    requests: Request[]
    /** Called with each connection before its first request. */
    setupClient: (client: { setRequests: (requests: Request[]) => void }) => void
  }
  interface Result {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number; max: number }
    non2xx: number
    errors: number
  }
  interface Run extends Promise<Result> {
    on: (event: 'response', listener: () => void) => void
  }
  export default function autocannon(options: Options): Run
}
