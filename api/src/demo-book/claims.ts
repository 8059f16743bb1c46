import { sql, type Transaction } from 'kysely'
import { plusDays } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'
import { storeFile } from '../documents/document-file.ts'
import type { Providers } from '../providers/index.ts'

/** A claim in the middle of its life, with the adjuster's report; every other claim gets a first note, too. */
export async function seedClaimFiles(
  trx: Transaction<DB>,
  providers: Pick<Providers, 'files' | 'pdf'>,
  { policyId, policyNo, today }: { policyId: string; policyNo: string; today: string },
): Promise<void> {
  const dateOfLoss = plusDays(today, -30)
  const noticeDate = plusDays(dateOfLoss, 1)
  const { claim_id, claim_number } = await trx
    .insertInto('claims')
    .values({
      claim_number: sql`next_claim_number(${noticeDate}::date)`,
      policy_id: policyId,
      status: 'In Review',
      notice_date: noticeDate,
      date_of_loss: dateOfLoss,
      cause: 'flood',
      description: 'Storm surge; forty centimetres of water in the ground floor.',
      adjuster_name: 'Dana Adjuster',
      adjuster_email: 'dana.adjuster@example.com',
      adjuster_phone: '813-555-0177',
      contact_name: 'Amara Example',
      contact_email: 'amara.example@example.com',
      contact_phone: '813-555-0120',
      reserve_cents: 1_850_000,
      created_by_user_name: 'Internal Keeper',
    })
    .returning(['claim_id', 'claim_number'])
    .executeTakeFirstOrThrow()
  const report = await providers.pdf.notice({
    title: "Adjuster's first report",
    reference: `Policy ${policyNo}`,
    facts: [
      ['Claim', claim_number],
      ['Date of loss', dateOfLoss],
    ],
    paragraphs: ['The ground floor was inspected. Floors and the lower part of the walls have to be replaced.'],
    signers: [],
    issuedAt: new Date(`${plusDays(dateOfLoss, 5)}T15:00:00Z`),
  })
  const contentType = 'application/pdf'
  const file = await storeFile(trx, providers, report.bytes, contentType)
  await trx
    .insertInto('claim_documents')
    .values({
      claim_id,
      file_id: file.fileId,
      file_name: 'adjuster-report.pdf',
      content_type: contentType,
      created_by_user_name: 'Internal Keeper',
    })
    .execute()
  await sql`
    insert into claim_notes (claim_id, note, created_by_user_name, created_at)
    select claim_id, 'Called the insured and explained what happens next.', 'Internal Keeper',
      notice_date + interval '15 hours' from claims
    union all
    select ${claim_id}::uuid, 'Report received; reserve set to $18,500.', 'Internal Keeper',
      ${plusDays(dateOfLoss, 6)}::date + interval '16 hours'`.execute(trx)
}
