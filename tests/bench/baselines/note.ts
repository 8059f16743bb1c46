import type pg from 'pg'
import { pool } from './query.ts'

/** Statements that write a note, by hand: the locks, rows and audit entry of the API, without its checks. */
async function runInTransaction(work: (client: pg.PoolClient) => Promise<unknown>) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (problem) {
    await client.query('rollback')
    throw problem
  } finally {
    client.release()
  }
}

export const writeNote = (policyNo: string, note: string) =>
  runInTransaction(async (client) => {
    const { rows: policies } = await client.query<{ id: string }>(
      'select policy_id as id from policies where policy_no = $1 for no key update',
      [policyNo],
    )
    const id = policies[0]?.id
    await client.query('select due_cents from policy_balances where policy_id = $1 for update', [id])
    const now = new Date()
    const { rows } = await client.query<{ policy_note_id: string }>(
      `insert into policy_notes (policy_id, type, note, is_private, reason, created_by_user_name, created_by_user_type, created_at)
       values ($1, 'note', $2, false, '', 'Benchmark', 3, $3) returning *`,
      [id, note, now],
    )
    await client.query(
      `insert into audit_log (occurred_at, actor_kind, actor_name, request_id, ip, action, entity, entity_id, policy_id, details)
       values ($1, 'staff', 'Benchmark', 'req_bench', '127.0.0.1', 'note.create', 'note', $2, $3, $4)`,
      [now, rows[0]?.policy_note_id, id, JSON.stringify({ type: 'note', isPrivate: false })],
    )
    return rows[0]
  })
