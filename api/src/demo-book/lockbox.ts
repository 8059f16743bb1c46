import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { plusDays } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'
import { storeFile } from '../documents/document-file.ts'
import { receivePayment, receiveUnapplied, returnUnapplied } from '../ledger/payments.ts'
import { writeCsv } from '../lockbox/write-csv.ts'
import type { Providers } from '../providers/index.ts'
import { author } from './write-policy.ts'

interface Check {
  state: 'open' | 'applied' | 'reversed' | 'returned'
  amountCents: number
  checkNo: string
  remitter: string
  reference: string
  notes?: string
}

/**
 * One file of the bank with a check in each state (decision 27). Every check was first money without a policy: `applied`
 * pays `policyId` in full, `reversed` was taken back from a wrong policy, `returned` went back to its sender.
 */
export async function seedLockbox(
  trx: Transaction<DB>,
  providers: Pick<Providers, 'files'>,
  { policyId, policyNo, today, now }: { policyId: string; policyNo: string; today: string; now: Date },
): Promise<void> {
  const { due_cents } = await trx
    .selectFrom('policy_balances')
    .select('due_cents')
    .where('policy_id', '=', policyId)
    .executeTakeFirstOrThrow()
  const checks: Check[] = [
    { state: 'applied', amountCents: due_cents, checkNo: '001201', remitter: 'Xenia Example', reference: policyNo },
    { state: 'open', amountCents: 131_976, checkNo: '001202', remitter: 'Marina Sample', reference: 'RFL300010' },
    { state: 'open', amountCents: 45_000, checkNo: '001203', remitter: 'Sample Savings Bank', reference: '' },
    {
      state: 'reversed',
      amountCents: 20_000,
      checkNo: '001204',
      remitter: 'Casey Template',
      reference: 'UNKNOWN',
      notes: 'It was applied to a policy of the same name.',
    },
    {
      state: 'returned',
      amountCents: 9_900,
      checkNo: '001205',
      remitter: 'Morgan Mockwell',
      reference: 'Another insurer',
      notes: 'Sent back to the remitter.',
    },
  ]
  const depositDate = plusDays(today, -3)
  const items = checks.map((check, index) => ({
    ...check,
    id: randomUUID(),
    lockboxNo: '555010',
    depositDate,
    batchNo: '1',
    itemNo: String(index + 1),
    payer: check.remitter,
  }))
  const fileName = `lockbox-${depositDate}.csv`
  const file = await storeFile(trx, providers, new TextEncoder().encode(writeCsv(items)), 'text/csv')
  const lockbox_file_id = randomUUID()
  await trx
    .insertInto('lockbox_files')
    .values({
      lockbox_file_id,
      file_id: file.fileId,
      file_name: fileName,
      format: 'csv',
      sha256: file.sha256,
      item_count: items.length,
      total_cents: items.reduce((sum, { amountCents }) => sum + amountCents, 0),
      created_by: 'Finance Keeper',
    })
    .execute()
  for (const item of items) {
    await receiveUnapplied(trx, item.id, item.amountCents)
    if (item.state === 'returned') await returnUnapplied(trx, item.id, item.amountCents)
  }
  const applied = items.find(({ state }) => state === 'applied')
  const payment = applied && (await apply(trx, applied, { policyId, policyNo, depositDate, now }))
  await trx
    .insertInto('lockbox_items')
    .values(
      items.map((item) => ({
        lockbox_item_id: item.id,
        lockbox_file_id,
        lockbox_no: '555010',
        deposit_date: depositDate,
        batch_no: item.batchNo,
        item_no: item.itemNo,
        amount_cents: item.amountCents,
        check_no: item.checkNo,
        remitter_name: item.remitter,
        reference: item.reference || null,
        state: item.state,
        notes: item.notes ?? null,
      })),
    )
    .execute()
  if (applied && payment)
    await trx
      .insertInto('lockbox_parts')
      .values({ policy_payment_id: payment.policyPaymentId, lockbox_item_id: applied.id })
      .execute()
}

const apply = (
  trx: Transaction<DB>,
  check: Check,
  { policyId, policyNo, depositDate, now }: { policyId: string; policyNo: string; depositDate: string; now: Date },
) =>
  receivePayment(trx, {
    policyId,
    typeId: 5,
    amountCents: check.amountCents,
    status: 'paid',
    author,
    description: `Lockbox check for ${policyNo}`,
    checkNo: check.checkNo,
    payeeName: check.remitter,
    depositDate,
    fromSuspense: true,
    now,
  })
