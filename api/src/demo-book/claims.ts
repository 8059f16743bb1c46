import { sql } from 'kysely'
import { plusDays } from '../calendar/days.ts'
import { formatUsDate } from '../calendar/format-date.ts'
import { uploadClaimDocument } from '../claims/claim-documents.ts'
import { createClaimNote } from '../claims/claim-notes.ts'
import { createClaim, updateClaim } from '../claims/write-claim.ts'
import type { Cast } from './people.ts'
import { bringing } from './received.ts'
import { onDay, type Past } from './replay.ts'
import { adjuster } from './service-records.ts'

/** Simulates a claim in review with the adjuster's report, and adds a first note to every claim. */
export async function playClaimFile(past: Past, { internal }: Cast, policyNo: string): Promise<void> {
  const dateOfLoss = plusDays(past.today, -30)
  const noticeDate = plusDays(dateOfLoss, 1)
  const claim = {
    policyNo,
    noticeDate,
    dateOfLoss,
    causeOfLoss: 'stormSurge',
    description: 'Storm surge; sixteen inches of water on the ground floor.',
    ...adjuster,
  } as const
  const { id, claimNumber } = await past.play(onDay(noticeDate), internal, (ctx) => createClaim(ctx, claim))
  const { rows } = await sql<{ id: string; day: string }>`
    select claim_id as id, notice_date as day from claims order by claim_number`.execute(past.db)
  for (const { id, day } of rows)
    await past.play(onDay(day), internal, (ctx) =>
      createClaimNote(ctx, id, 'Called the insured and explained the next steps.'),
    )
  await saveReport(past, internal, { claimId: id, claimNumber, policyNo, dateOfLoss })
  await past.play(onDay(plusDays(dateOfLoss, 6)), internal, async (ctx) => {
    await updateClaim(ctx, id, { ...claim, status: 'In Review', reserve: 18_500 })
    await createClaimNote(ctx, id, 'Report received; reserve set to $18,500.')
  })
}

/** Uploads the adjuster's report, five days after the loss. */
async function saveReport(
  past: Past,
  internal: Cast['internal'],
  about: { claimId: string; claimNumber: string; policyNo: string; dateOfLoss: string },
): Promise<void> {
  const receivedAt = onDay(plusDays(about.dateOfLoss, 5))
  await past.play(receivedAt, internal, async (ctx) => {
    const { bytes } = await ctx.providers.pdf.notice({
      title: "Adjuster's first report",
      reference: `Policy ${about.policyNo}`,
      facts: [
        ['Claim', about.claimNumber],
        ['Date of loss', formatUsDate(about.dateOfLoss)],
      ],
      paragraphs: ['Inspected the ground floor. Floors and lower walls must be replaced.'],
      signers: [],
      issuedAt: receivedAt,
    })
    await bringing({ name: 'adjuster-report.pdf', type: 'application/pdf', bytes }, (file) =>
      uploadClaimDocument(ctx, about.claimId, { file }),
    )
  })
}
