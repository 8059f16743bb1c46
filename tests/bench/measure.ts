import autocannon from 'autocannon'

export interface Load {
  requests: { method?: 'GET' | 'POST' | 'PUT'; path: string; body?: string; headers?: Record<string, string> }[]
  url: string
  headers?: Record<string, string>
  /** Duration in seconds, or `once` to send every request exactly once. */
  seconds: number | 'once'
  connections: number
  /** Returns the processor time that the server and PostgreSQL have used, in microseconds. */
  getProcessorTime?: () => number | undefined
}

/** Results of a load test. Times are in milliseconds. */
export interface Figures {
  perSecond: number
  p50: number
  p99: number
  max: number
  failures: number
  responses: number
  /** Processor time of the server and PostgreSQL per response in microseconds, or 0 if it is unknown. */
  processorTime: number
}

/**
 * Runs one load test and splits the requests among the connections. By default, every autocannon connection starts at
 * the beginning of the list, so that most of a long list is never sent.
 */
export async function measure({
  url,
  requests,
  headers,
  seconds,
  connections,
  getProcessorTime,
}: Load): Promise<Figures> {
  const common = { 'content-type': 'application/json', ...headers }
  const all = requests.map(({ method = 'GET', path, body, headers: own }) => ({
    method,
    path,
    headers: { ...common, ...own },
    ...(body ? { body } : {}),
  }))
  const [first] = all
  if (!first) throw new Error('There is nothing to ask for.')
  let next = 0
  const getTime = () => getProcessorTime?.() ?? 0
  const before = getTime()
  const began = performance.now()
  let ended = began
  const run = autocannon({
    url,
    ...(seconds === 'once' ? { amount: all.length } : { duration: seconds }),
    connections,
    headers: common,
    requests: [first],
    setupClient: (client) => {
      const turn = next++ % connections
      const own = all.filter((_, index) => index % connections === turn)
      client.setRequests(own.length ? own : all)
    },
  })
  run.on('response', () => {
    ended = performance.now()
  })
  const result = await run
  return {
    // autocannon counts whole seconds, which would hide the differences between short runs.
    perSecond: seconds === 'once' ? result.requests.total / ((ended - began) / 1000) : result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    max: result.latency.max,
    failures: result.non2xx + result.errors,
    responses: result.requests.total,
    processorTime: (getTime() - before) / result.requests.total,
  }
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * Runs the servers alternately (A, B, A, B, …), so that other load on the machine affects all of them equally. Returns
 * medians, the maximum of `max`, and the sum of counts.
 */
export async function runAlternately(
  contenders: Record<string, () => Promise<Figures>>,
  rounds: number,
): Promise<Map<string, Figures>> {
  const runs = new Map<string, Figures[]>(Object.keys(contenders).map((title) => [title, []]))
  for (let round = 0; round < rounds; round++)
    for (const [title, run] of Object.entries(contenders)) runs.get(title)?.push(await run())
  const middle = (figures: Figures[], key: keyof Figures) => median(figures.map((one) => one[key]))
  const sum = (figures: Figures[], key: keyof Figures) => figures.reduce((total, one) => total + one[key], 0)
  return new Map(
    [...runs].map(([title, figures]) => [
      title,
      {
        perSecond: middle(figures, 'perSecond'),
        p50: middle(figures, 'p50'),
        p99: middle(figures, 'p99'),
        max: Math.max(...figures.map((one) => one.max)),
        failures: sum(figures, 'failures'),
        responses: sum(figures, 'responses'),
        processorTime: middle(figures, 'processorTime'),
      },
    ]),
  )
}
