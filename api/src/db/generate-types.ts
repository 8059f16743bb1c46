import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** Path of the committed file. After a new migration, `pnpm migrate:types` updates the file. */
export const schemaFile = join(import.meta.dirname, 'schema.ts')

interface Column {
  table_name: string
  column_name: string
  udt_name: string
  is_nullable: boolean
  has_default: boolean
  is_generated: boolean
}

const scalars: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  varchar: 'string',
  citext: 'string',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  date: 'string',
  timestamptz: 'Timestamp',
  jsonb: 'Json',
  bytea: 'Buffer',
}

/**
 * Generates Kysely types for every table of a migrated database. A check constraint of the form `column in ('a', 'b')`
 * becomes a union type.
 */
export async function generateSchemaTypes(client: pg.ClientBase): Promise<string> {
  const columns = await readColumns(client)
  const words = await readLabels(client)
  const tables = Map.groupBy(columns, (column) => column.table_name)
  const interfaces = [...tables].map(([table, list]) => {
    const lines = list.map((column) => `  ${column.column_name}: ${getType(column, words)}`)
    return `export interface ${pascal(table)} {\n${lines.join('\n')}\n}\n`
  })
  const entries = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)}`)
  return `${header}\n${interfaces.join('\n')}\nexport interface DB {\n${entries.join('\n')}\n}\n`
}

export const writeSchemaFile = async (client: pg.ClientBase) => writeFile(schemaFile, await generateSchemaTypes(client))

const header = `// biome-ignore-all format: generated file
// Generated from the migrations by generate-types.ts. Do not edit: add a migration and run "pnpm migrate:types".
import type { ColumnType, GeneratedAlways } from 'kysely'

/** A column with a default. It can be omitted from an insert. */
export type Generated<T> =
  T extends ColumnType<infer Select, infer Insert, infer Update> ? ColumnType<Select, Insert | undefined, Update> : ColumnType<T, T | undefined, T>
export type Timestamp = ColumnType<Date, Date | string, Date | string>
/** A jsonb column: read as a value, written as JSON text. */
// biome-ignore lint/suspicious/noExplicitAny: the area that owns the table defines the format
export type Json = ColumnType<any, string, string>
`

async function readColumns(client: pg.ClientBase): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select table_name, column_name, udt_name,
      is_nullable = 'YES' as is_nullable,
      column_default is not null as has_default,
      is_generated = 'ALWAYS' or identity_generation = 'ALWAYS' as is_generated
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
    order by table_name, ordinal_position`)
  return rows
}

async function readLabels(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ place: string; definition: string }>(`
    select format('%s.%s', conrelid::regclass, attname) as place, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where contype = 'c' and connamespace = 'public'::regnamespace`)
  const unions = rows.flatMap(({ place, definition }) => {
    const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(definition)?.[1]
    const values = list?.split(', ').map((item) => item.replace(/::text$/, '').replace(/^'(.*)'::\w+$/, '$1'))
    return values ? [[place, values.join(' | ')] as const] : []
  })
  return new Map(unions)
}

function getType(column: Column, words: Map<string, string>): string {
  const isArray = column.udt_name.startsWith('_')
  const scalar = scalars[column.udt_name.replace(/^_/, '')]
  if (!scalar) throw new Error(`No type for ${column.table_name}.${column.column_name} (${column.udt_name})`)
  const base = isArray ? `${scalar}[]` : (words.get(`${column.table_name}.${column.column_name}`) ?? scalar)
  const type = column.is_nullable ? `${base} | null` : base
  if (column.is_generated) return `GeneratedAlways<${type}>`
  return column.has_default ? `Generated<${type}>` : type
}

const singular = (word: string) =>
  word
    .replace(/ies$/, 'y')
    .replace(/(?<=address|batch|crash)es$/, '')
    .replace(/([^s])s$/, '$1')

const pascal = (table: string) =>
  singular(table)
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
