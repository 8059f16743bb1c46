import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * Tables whose rows get fixed ids because the ids appear in the contract's examples. Each table has a number. If its
 * rows belong to another row, it also has the column with the owner's id. For example, `00000004-…-8001-000003000102`
 * is the first payment of RFL3000102.
 */
const tables: readonly [table: keyof DB, number: number, owner?: string][] = [
  ['policies', 1],
  ['policy_transactions', 2, 'policy_id'],
  ['invoices', 3, 'policy_id'],
  ['payments', 4, 'policy_id'],
  ['policy_docs', 5, 'policy_id'],
  ['policy_doc_versions', 6, 'policy_doc_id'],
  ['policy_doc_signatures', 7, 'policy_doc_id'],
  ['policy_notes', 8, 'policy_id'],
  ['lienholders', 9, 'policy_id'],
  ['overpayment_items', 10, 'policy_id'],
  ['refund_reviews', 11, 'policy_id'],
  ['quotes', 12, 'policy_id'],
  ['claims', 13, 'policy_id'],
  ['claim_notes', 14, 'claim_id'],
  ['claim_documents', 15, 'claim_id'],
  ['notices', 16, 'policy_id'],
  ['accounts', 17],
  ['agency_contacts', 18, 'agency_id'],
  ['agency_licenses', 19, 'agency_id'],
  ['commission_statements', 20],
  ['commission_rates', 21],
  ['commission_overrides', 22],
  ['payment_methods', 23],
  ['widgets', 24],
  ['commission_adjustments', 25],
  ['lockbox_addresses', 26],
  ['moratorium_events', 27],
  ['lockbox_files', 28],
  ['lockbox_items', 29],
  ['email_messages', 30, 'policy_id'],
  ['import_jobs', 40],
  ['import_items', 41, 'import_job_id'],
  ['api_keys', 42],
  ['bulk_jobs', 43],
  ['payout_batches', 44],
  ['cancellation_notices', 45, 'policy_id'],
  ['postal_notices', 46, 'policy_id'],
  ['letter_exports', 47],
  ['reinstatement_offers', 48, 'policy_id'],
  ['leads', 49],
  ['mortgagee_changes', 92, 'policy_id'],
  ['mortgagee_change_proofs', 93, 'mortgagee_change_id'],
]

const getTrigger = (table: string) => `demo_book_id_of_${table}`

/** Assigns fixed ids to all rows that are inserted later in this transaction. */
export async function enableFixedIds(trx: Transaction<DB>): Promise<void> {
  // Trigger arguments: the id column, the table number and the owner column.
  await sql`
    create function demo_book_id() returns trigger language plpgsql as $$
    declare
      own text := to_jsonb(new) ->> tg_argv[2];
      place int;
    begin
      if tg_table_name = 'policies' then
        return jsonb_populate_record(new, jsonb_build_object(tg_argv[0],
          '00000001-0000-4000-8001-' || lpad(regexp_replace(to_jsonb(new) ->> 'policy_no', '[^0-9]', '', 'g'), 12, '0')));
      end if;
      execute format('select count(*) + 1 from %I where $1 is null or %I = $1::uuid', tg_table_name, coalesce(tg_argv[2], tg_argv[0]))
        into place using own;
      return jsonb_populate_record(new, jsonb_build_object(tg_argv[0],
        lpad(tg_argv[1], 8, '0')
        || '-' || case when own ~ '^000000..-' then lpad(substr(own, 21, 3), 4, '0') else '0000' end
        || '-4000-8' || case when own is null then '001' else lpad(place::text, 3, '0') end
        || '-' || coalesce(substr(own, 25), lpad(place::text, 12, '0'))));
    end $$`.execute(trx)
  for (const [table, number, owner] of tables) {
    const { rows } = await sql<{ column: string }>`
      select a.attname as column from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = ${table}::regclass and i.indisprimary`.execute(trx)
    await sql`create trigger ${sql.id(getTrigger(table))} before insert on ${sql.table(table)} for each row
      execute function demo_book_id(${sql.join([rows[0]?.column, String(number), ...(owner ? [owner] : [])].map(sql.lit))})`.execute(
      trx,
    )
  }
}

/** Removes the triggers so that the database generates ids again. */
export async function disableFixedIds(trx: Transaction<DB>): Promise<void> {
  // Runs the deferred checks now. A trigger cannot be dropped while its table has pending checks.
  await sql`set constraints all immediate`.execute(trx)
  for (const [table] of tables) await sql`drop trigger ${sql.id(getTrigger(table))} on ${sql.table(table)}`.execute(trx)
  await sql`drop function demo_book_id()`.execute(trx)
  await sql`set constraints all deferred`.execute(trx)
}
