import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

/** Length of the kernel's clock tick in microseconds. It is the same on all usual Linux systems. */
const tick = 10_000

interface ProcessStat {
  parent: number
  ticks: number
  ticksOfEndedChildren: number
}

function readStat(pid: number | string): ProcessStat | undefined {
  try {
    // The second field is the name in parentheses, which can contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at],
    )
    return { parent, ticks: user + system, ticksOfEndedChildren: endedUser + endedSystem }
  } catch {
    return undefined
  }
}

/**
 * Returns the processor time of a process in microseconds. Unlike elapsed time, it hardly depends on other programs.
 * Returns undefined where there is no `/proc`, as on macOS.
 */
export function getProcessorTime(pid: number): number | undefined {
  const stat = readStat(pid)
  return stat && stat.ticks * tick
}

/** Returns the processor time of a process and all its children in microseconds, or undefined without `/proc`. */
export function getProcessorTimeWithChildren(pid: number): number | undefined {
  const stat = readStat(pid)
  if (!stat) return undefined
  const children = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readStat(name) ?? []) : []))
  const ticks = children.reduce((sum, child) => (child.parent === pid ? sum + child.ticks : sum), stat.ticks)
  return (ticks + stat.ticksOfEndedChildren) * tick
}

/** Returns the process id of the PostgreSQL server, whose children serve the connections. */
export async function getPostgresPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  const [pid = ''] = readFileSync(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8').split('\n')
  return Number(pid)
}
