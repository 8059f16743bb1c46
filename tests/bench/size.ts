/**
 * `node tests/bench/size.ts`: prints the bytes per policy of each table and its indexes in the book of the benchmarks, whose
 * size BENCH_POLICIES changes. The book contains new policies with their invoices, payments and journal, but no documents,
 * emails, events and audit entries. `--demo` uses the demo data, whose policies have a year of history. Asserts nothing.
 */
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openBook, print, readBookCreation } from './book.ts'
import { record } from './measurements.ts'

const { values: options } = parseArgs({ options: { demo: { type: 'boolean' } } })
const { dataFolder, server } = await (options.demo ? openBook('demo', 0) : openBook('bench'))
const client = new pg.Client({ connectionString: server.url() })
await client.connect()
try {
  await client.query('analyze')
  const { rows: counted } = await client.query<{ count: number }>('select count(*)::int as count from policies')
  const policies = counted[0]?.count ?? 0
  const { rows } = await client.query<{ table: string; rows: number; data: number; indexes: number }>(
    `select relname as table, greatest(reltuples, 0)::float as rows, pg_table_size(oid)::float as data,
       pg_indexes_size(oid)::float as indexes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     order by pg_total_relation_size(oid) desc`,
  )
  const sum = (key: 'data' | 'indexes') => rows.reduce((total, row) => total + row[key], 0)
  const total = sum('data') + sum('indexes')
  const perPolicy = (bytes: number) => (bytes / policies).toFixed(0)
  const printRow = (...cells: string[]) =>
    print(cells.map((cell, index) => (index ? cell.padStart(12) : cell.padEnd(24))).join(''))
  print(`\nbytes per policy, ${policies.toLocaleString('en-US')} policies`)
  printRow('table', 'rows', 'data', 'indexes')
  // Tables with less than one percent of the bytes are only in the total.
  for (const { table, rows: count, data, indexes } of rows.filter((row) => row.data + row.indexes > total / 100))
    printRow(table, (count / policies).toFixed(2), perPolicy(data), perPolicy(indexes))
  printRow('total', '', perPolicy(sum('data')), perPolicy(sum('indexes')))
  const creation = readBookCreation(dataFolder)
  if (creation) {
    const gigabytes = creation.bytes / 1e9
    const { seconds, processorSeconds } = creation
    const processorTime = processorSeconds ? ` (processor time of PostgreSQL: ${processorSeconds.toFixed(0)} s)` : ''
    print(`created in ${seconds.toFixed(0)} s${processorTime}, ${gigabytes.toFixed(1)} GB on disk`)
    if (!options.demo && policies >= 1_000_000) {
      record('book of a million policies: creation', seconds, 's', { atMost: 300 })
      record('book of a million policies: disk', gigabytes, 'GB', { atMost: 8 })
    }
  }
  if (!options.demo) record('size: bytes per policy', total / policies, 'bytes')
} finally {
  await client.end()
  await server.stop()
}
