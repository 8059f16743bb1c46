import type pg from 'pg'

/** Node of a PostgreSQL query plan, in the format of `explain (format json)`. */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Startup Cost': number
  'Total Cost': number
  'Plan Rows': number
  Plans?: PlanNode[]
}
/** Executed statement with its query plan. */
export interface ExecutedPlan {
  'Query Text': string
  Plan: PlanNode
}

/**
 * Records the plans of all statements that a connection pool executes, with PostgreSQL's `auto_explain`. The plans
 * reflect the API's real values, settings, and prepared statements. The returned function returns the plans recorded
 * since its last call.
 */
export function recordPlans(pool: pg.Pool): () => ExecutedPlan[] {
  const plans: ExecutedPlan[] = []
  const known = new WeakSet<pg.PoolClient>()
  const listenTo = async (client: pg.PoolClient) => {
    if (known.has(client)) return
    known.add(client)
    client.on('notice', ({ message = '' }) => {
      if (/plan:\s*\{/.test(message)) plans.push(JSON.parse(message.slice(message.indexOf('{'))) as ExecutedPlan)
    })
    await client.query(`load 'auto_explain'`)
    for (const [name, value] of [
      ['log_min_duration', '0'],
      ['log_format', 'json'],
      ['log_level', 'notice'],
    ])
      await client.query(`set auto_explain.${name} = '${value}'`)
  }
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const listening = async (): Promise<pg.PoolClient> => {
    const client = await connect()
    await listenTo(client)
    return client
  }
  // Skips `pool.query`, which passes a callback. Those statements belong to the test.
  pool.connect = ((done?: never) =>
    done ? pool.constructor.prototype.connect.call(pool, done) : listening()) as typeof pool.connect
  return () => plans.splice(0)
}

/** Returns a plan node and all nodes below it. */
const getSteps = (step: PlanNode): PlanNode[] => [step, ...(step.Plans ?? []).flatMap(getSteps)]

/** Returns the share of a node's work that is done before a limit node above it has received enough rows. */
const getShare = (limit: PlanNode, below: PlanNode) =>
  Math.min(
    1,
    (limit['Total Cost'] - limit['Startup Cost']) / Math.max(below['Total Cost'] - below['Startup Cost'], 1e-9),
  )

export interface Growing {
  /** Number of rows by table. Tables that are not listed are small. */
  rows: Readonly<Record<string, number | undefined>>
  /** Maximum number of rows that one page or one count may read or sort. */
  most: number
}

/**
 * Maximum share of a table that a limited scan may read. If the scan reads less than this share, no index would be
 * faster.
 */
const maxScannedShare = 0.02

/**
 * Returns the problems of a plan on a large book. Returns an empty list if the plan reads only a few rows of every
 * growing table.
 */
export function findPlanProblems(plan: PlanNode, { rows, most }: Growing, share = 1): string[] {
  const below = plan.Plans ?? []
  const faults = below.flatMap((step) =>
    findPlanProblems(
      step,
      { rows, most },
      plan['Node Type'] === 'Limit' ? share * getShare(plan, step) : isBlocking(plan) ? 1 : share,
    ),
  )
  const table = plan['Relation Name'] ?? ''
  const inAll = rows[table] ?? 0
  const read = Math.round(inAll * share)
  if (plan['Node Type'] === 'Seq Scan' && read > Math.max(most, inAll * maxScannedShare))
    faults.push(`reads ${read} rows of ${table} one after the other`)
  const sorted = below[0]?.['Plan Rows'] ?? 0
  if (plan['Node Type'] === 'Sort' && sorted > most) faults.push(`puts ${sorted} rows in order`)
  return faults
}

/** Checks whether a node reads all of its input before it returns the first row. */
const isBlocking = ({ 'Node Type': type }: PlanNode) =>
  ['Sort', 'Aggregate', 'Hash', 'HashAggregate', 'Materialize'].includes(type)

/** Formats a plan as one line, for failure messages. */
export const formatPlan = (plan: PlanNode) =>
  getSteps(plan)
    .map((step) => [step['Node Type'], step['Index Name'] ?? step['Relation Name'] ?? ''].filter(Boolean).join(' '))
    .join(' > ')
