import autocannon from 'autocannon'

export interface Load {
  title: string
  /** The requests of a run, in turn. */
  requests: { method?: 'GET' | 'POST'; path: string; body?: string }[]
  url: string
  headers?: Record<string, string>
  seconds: number
  connections: number
}

export interface Figures {
  perSecond: number
  p50: number
  p99: number
  max: number
  failures: number
}

/** One run of a load; milliseconds, and how many answers were no success. */
export async function measure({ url, requests, headers, seconds, connections }: Load): Promise<Figures> {
  const result = await autocannon({
    url,
    duration: seconds,
    connections,
    headers: { 'content-type': 'application/json', ...headers },
    requests: requests.map(({ method = 'GET', path, body }) => ({ method, path, ...(body ? { body } : {}) })),
  })
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    max: result.latency.max,
    failures: result.non2xx + result.errors,
  }
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * Runs the loads in turn, round after round (A, B, A, B …), so that whatever the machine does meanwhile falls on all of
 * them alike, and gives the median of each.
 */
export async function interleave(loads: Load[], rounds: number): Promise<Map<string, Figures>> {
  const runs = new Map<string, Figures[]>(loads.map(({ title }) => [title, []]))
  for (let round = 0; round < rounds; round++) for (const load of loads) runs.get(load.title)?.push(await measure(load))
  const middle = (figures: Figures[], key: keyof Figures) => median(figures.map((one) => one[key]))
  return new Map(
    [...runs].map(([title, figures]) => [
      title,
      {
        perSecond: middle(figures, 'perSecond'),
        p50: middle(figures, 'p50'),
        p99: middle(figures, 'p99'),
        max: Math.max(...figures.map((one) => one.max)),
        failures: figures.reduce((sum, one) => sum + one.failures, 0),
      },
    ]),
  )
}
