import type { Transaction } from 'kysely'
import { addDays } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'

/** Values of one import row. */
const row = {
  ...{ productId: '1', agencyNo: '100100', firstName: 'Rosa', lastName: 'Sample', email: 'rosa.sample@example.com' },
  ...{
    phone: '813-555-0177',
    addr1: '18 Harbor Demo Ln',
    city: 'Tampa',
    state: 'FL',
    zip: '33606',
    county: 'Hillsborough',
  },
  ...{ inceptionDate: '2026-12-01', premium: '842.10', buildingLimit: '180000', deductible: '2000' },
}
const problems = [
  { input: { ...row, zip: '3360' }, reason: 'zip: exactly five digits.' },
  { input: { ...row, inceptionDate: '2027-06-01' }, reason: 'inceptionDate: must be at most 60 days from today.' },
  { input: { ...row, agencyNo: '999999' }, reason: 'agencyNo: no agency has the number 999999.' },
]

/** Adds two finished imports: one without errors and one with rejected rows (SYS-4). */
export async function seedImports(
  trx: Transaction<DB>,
  today: string,
  policies: { policyId: string; policyNo: string }[],
) {
  const jobs = [
    {
      fileName: 'renewals-of-the-month.csv',
      rows: policies.slice(0, 8),
      rejectedRows: [] as typeof problems,
      daysAgo: 12,
    },
    { fileName: 'book-transfer.xlsx', rows: policies.slice(8, 14), rejectedRows: problems, daysAgo: 3 },
  ]
  for (const { fileName, rows, rejectedRows, daysAgo } of jobs) {
    const day = addDays(today, -daysAgo)
    const { import_job_id } = await trx
      .insertInto('import_jobs')
      .values({
        file_name: fileName,
        state: 'done',
        notification_email: 'internal@example.com',
        total_items: rows.length + rejectedRows.length,
        done_items: rows.length,
        failed_items: rejectedRows.length,
        created_by: 'Internal Keeper',
        created_at: `${day}T13:00:00Z`,
        finished_at: `${day}T13:00:09Z`,
      })
      .returning('import_job_id')
      .executeTakeFirstOrThrow()
    const outcomes = [
      ...rows.map(({ policyId }) => ({ state: 'done' as const, policy_id: policyId, input: row })),
      ...rejectedRows.map((one) => ({ state: 'failed' as const, ...one })),
    ]
    await trx
      .insertInto('import_items')
      .values(
        outcomes.map((outcome, index) => ({
          ...outcome,
          input: JSON.stringify(outcome.input),
          import_job_id,
          // Row 1 of the file is the header, so data starts at row 2.
          row_no: index + 2,
          finished_at: `${day}T13:00:08Z`,
        })),
      )
      .execute()
  }
}
