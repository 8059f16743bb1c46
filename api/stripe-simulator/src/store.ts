import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { StripeObject } from './objects.ts'

/**
 * The simulator's tables. A separate schema keeps them apart from Tideline's data. `behavior` is a test number's
 * behavior, such as `insufficient_funds`. The numbers themselves are never stored.
 */
const SCHEMA = `
  create schema if not exists stripe_simulator;
  create table if not exists stripe_simulator.objects (
    id text primary key,
    object text not null,
    seq bigint generated always as identity,
    created bigint not null,
    data jsonb not null,
    behavior text
  );
  do $$ begin
    -- The name of the column in 1.x.
    alter table stripe_simulator.objects rename behaviour to behavior;
  exception when undefined_column then null;
  end $$;
  create index if not exists objects_newest on stripe_simulator.objects (object, seq desc);
  create index if not exists objects_by_content on stripe_simulator.objects using gin (data jsonb_path_ops);
  create table if not exists stripe_simulator.responses (
    idempotency_key text primary key,
    fingerprint text not null,
    status int not null,
    body jsonb not null,
    created_at timestamptz not null default now()
  );
  create table if not exists stripe_simulator.tasks (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('settle', 'deliver')),
    object_id text not null,
    due_at timestamptz not null,
    attempts int not null default 0
  );
  create table if not exists stripe_simulator.keys (name text primary key, value text not null);
  create index if not exists tasks_due on stripe_simulator.tasks (due_at);
`

/**
 * Creates the schema. Several processes can call this function at the same time. The lock is necessary because
 * concurrent `if not exists` statements can conflict.
 */
export async function createSchema(pool: Pool) {
  await inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtext('stripe_simulator'))`)
    await client.query(SCHEMA)
  })
}

/** Returns a secret that all processes on this database share. Generates and stores the secret on first use. */
export async function getOrCreateSharedSecret(pool: Pool, name: string, prefix: string): Promise<string> {
  await pool.query('insert into stripe_simulator.keys (name, value) values ($1, $2) on conflict do nothing', [
    name,
    `${prefix}${randomBytes(24).toString('hex')}`,
  ])
  const { rows } = await pool.query<{ value: string }>('select value from stripe_simulator.keys where name = $1', [
    name,
  ])
  return rows[0]?.value ?? ''
}

export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

export interface ObjectPage {
  limit?: number | undefined
  starting_after?: string | undefined
  created?: { gte?: number | undefined; lt?: number | undefined } | undefined
}

/** Reads and writes Stripe objects in one transaction. */
export class ObjectStore {
  readonly client: PoolClient

  constructor(client: PoolClient) {
    this.client = client
  }

  /** Returns an object and locks it until the transaction ends, so that two requests cannot confirm the same intent. */
  async find<T extends StripeObject>(id: string): Promise<T | undefined> {
    const { rows } = await this.client.query<{ data: T }>(
      'select data from stripe_simulator.objects where id = $1 for update',
      [id],
    )
    return rows[0]?.data
  }

  /**
   * Returns the behavior of a test card or bank account, given its payment method or source. Defaults to `succeeds`.
   */
  async behavior(id: string): Promise<string> {
    const { rows } = await this.client.query<{ behavior: string | null }>(
      'select behavior from stripe_simulator.objects where id = $1',
      [id],
    )
    return rows[0]?.behavior ?? 'succeeds'
  }

  async save<T extends StripeObject>(data: T, behavior: string | null = null): Promise<T> {
    const created = 'created' in data && typeof data.created === 'number' ? data.created : 0
    await this.client.query(
      `insert into stripe_simulator.objects (id, object, created, data, behavior) values ($1, $2, $3, $4, $5)
       on conflict (id) do update set data = excluded.data,
         behavior = coalesce(excluded.behavior, stripe_simulator.objects.behavior)`,
      [data.id, data.object, created, JSON.stringify(data), behavior],
    )
    return data
  }

  /** Returns a page of objects that contain the fields in `like`. As in Stripe, the newest object is first. */
  async page<T extends StripeObject>(object: T['object'], like: object, url: string, page: ObjectPage) {
    const limit = Math.min(Math.max(page.limit ?? 10, 1), 100)
    const { rows } = await this.client.query<{ data: T }>(
      `select data from stripe_simulator.objects
        where object = $1 and data @> $2
          and ($3::text is null or seq < (select seq from stripe_simulator.objects where id = $3))
          and created >= coalesce($4, 0) and created < coalesce($5, 9e15)
        order by seq desc limit $6`,
      [
        object,
        JSON.stringify(like),
        page.starting_after ?? null,
        page.created?.gte ?? null,
        page.created?.lt ?? null,
        limit + 1,
      ],
    )
    return {
      object: 'list' as const,
      url,
      has_more: rows.length > limit,
      data: rows.slice(0, limit).map((row) => row.data),
    }
  }

  /** Schedules a task that runs after the transaction: settling a debit or delivering an event. */
  async schedule(kind: 'settle' | 'deliver', objectId: string, dueAt: Date) {
    await this.client.query('insert into stripe_simulator.tasks (kind, object_id, due_at) values ($1, $2, $3)', [
      kind,
      objectId,
      dueAt,
    ])
  }
}
