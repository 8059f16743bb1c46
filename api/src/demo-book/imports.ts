import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { plusDays } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'

const problems = [
  'zip: is not five digits.',
  'inceptionDate: lies more than 60 days ahead.',
  'agencyNo: there is no agency 999999.',
]

/** Two uploads that have ended: one whose rows all came in, one with rows that were refused (decision 28). */
export async function seedImports(
  trx: Transaction<DB>,
  today: string,
  policies: { policyId: string; policyNo: string }[],
) {
  const jobs = [
    { fileName: 'renewals-of-the-month.csv', rows: policies.slice(0, 8), refused: [] as string[], daysAgo: 12 },
    { fileName: 'book-transfer.xlsx', rows: policies.slice(8, 14), refused: problems, daysAgo: 3 },
  ]
  for (const { fileName, rows, refused, daysAgo } of jobs) {
    const day = plusDays(today, -daysAgo)
    const import_job_id = randomUUID()
    await trx
      .insertInto('import_jobs')
      .values({
        import_job_id,
        file_name: fileName,
        state: 'done',
        notification_email: 'internal@example.com',
        total_items: rows.length + refused.length,
        done_items: rows.length,
        failed_items: refused.length,
        created_by: 'Internal Keeper',
        created_at: `${day}T13:00:00Z`,
        finished_at: `${day}T13:00:09Z`,
      })
      .execute()
    const outcomes = [
      ...rows.map(({ policyId, policyNo }) => ({ state: 'done' as const, policy_id: policyId, input: { policyNo } })),
      ...refused.map((reason) => ({ state: 'failed' as const, reason, input: { policyNo: '' } })),
    ]
    await trx
      .insertInto('import_items')
      .values(
        outcomes.map((outcome, index) => ({
          ...outcome,
          input: JSON.stringify(outcome.input),
          import_job_id,
          // The heading is the file's first row.
          row_no: index + 2,
          finished_at: `${day}T13:00:08Z`,
        })),
      )
      .execute()
  }
}
