import type pg from 'pg'

/** A step of PostgreSQL's plan, as `explain (format json)` writes it. */
export interface Step {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Startup Cost': number
  'Total Cost': number
  'Plan Rows': number
  Plans?: Step[]
}
/** A statement that ran, and how. */
export interface RanPlan {
  'Query Text': string
  Plan: Step
}

/**
 * Lets every connection of a pool tell how it ran each statement, in the words of PostgreSQL's own `auto_explain`: with the values, the settings and the
 * prepared plans that the API really has. Returns what ran since it was asked last.
 */
export function getPlans(pool: pg.Pool): () => RanPlan[] {
  const told: RanPlan[] = []
  const known = new WeakSet<pg.PoolClient>()
  const listenTo = async (client: pg.PoolClient) => {
    if (known.has(client)) return
    known.add(client)
    client.on('notice', ({ message = '' }) => {
      if (/plan:\s*\{/.test(message)) told.push(JSON.parse(message.slice(message.indexOf('{'))) as RanPlan)
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
  // The pool's own `query` hands in a callback; those are the test's.
  pool.connect = ((done?: never) =>
    done ? pool.constructor.prototype.connect.call(pool, done) : listening()) as typeof pool.connect
  return () => told.splice(0)
}

/** The step and all steps below it. */
const getSteps = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(getSteps)]

/** What a limit lets a step below it do: the share of its work that it does before the limit has its rows. */
const getShare = (limit: Step, below: Step) =>
  Math.min(
    1,
    (limit['Total Cost'] - limit['Startup Cost']) / Math.max(below['Total Cost'] - below['Startup Cost'], 1e-9),
  )

export interface Growing {
  /** Rows by table; tables that are not named are small. */
  rows: Readonly<Record<string, number | undefined>>
  /** As many rows may be looked at or put in order for one page or one count. */
  most: number
}

/** Of what many rows fit, a limit finds enough in so small a part of the table that no index is quicker. */
const littleOf = 0.02

/** What is wrong with a plan on a large book, in words; nothing when it stays small on whatever grows. */
export function findFaults(plan: Step, { rows, most }: Growing, share = 1): string[] {
  const below = plan.Plans ?? []
  const faults = below.flatMap((step) =>
    findFaults(
      step,
      { rows, most },
      plan['Node Type'] === 'Limit' ? share * getShare(plan, step) : isBlocking(plan) ? 1 : share,
    ),
  )
  const table = plan['Relation Name'] ?? ''
  const inAll = rows[table] ?? 0
  const read = Math.round(inAll * share)
  if (plan['Node Type'] === 'Seq Scan' && read > Math.max(most, inAll * littleOf))
    faults.push(`reads ${read} rows of ${table} one after the other`)
  const sorted = below[0]?.['Plan Rows'] ?? 0
  if (plan['Node Type'] === 'Sort' && sorted > most) faults.push(`puts ${sorted} rows in order`)
  return faults
}

/** Steps that take all rows before they give the first. */
const isBlocking = ({ 'Node Type': type }: Step) =>
  ['Sort', 'Aggregate', 'Hash', 'HashAggregate', 'Materialize'].includes(type)

/** A plan in a line, for whoever has to mend it. */
export const toSentence = (plan: Step) =>
  getSteps(plan)
    .map((step) => [step['Node Type'], step['Index Name'] ?? step['Relation Name'] ?? ''].filter(Boolean).join(' '))
    .join(' > ')
