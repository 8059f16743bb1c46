import { encode } from 'fast-png'
import { sql } from 'kysely'
import { addDays } from '../calendar/days.ts'
import { formatUsDate } from '../calendar/format-date.ts'
import { uploadClaimDocument } from '../claims/claim-documents.ts'
import { createClaimNote } from '../claims/claim-notes.ts'
import { reportOwnClaim, uploadClaimPhoto } from '../claims/own-claims.ts'
import { createClaim, updateClaim } from '../claims/write-claim.ts'
import { createInsuredActor, type DemoActors } from './actors.ts'
import { demoAdjuster } from './service-records.ts'
import { getSimulatedTime, type Simulation } from './simulation.ts'
import { withReceivedFile } from './with-received-file.ts'

/** Simulates a claim in review with the adjuster's report. Adds a first note to every claim. */
export async function simulateClaimInReview(
  past: Simulation,
  { internal }: DemoActors,
  policyNo: string,
): Promise<void> {
  const dateOfLoss = addDays(past.today, -30)
  const noticeDate = addDays(dateOfLoss, 1)
  const claim = {
    policyNo,
    noticeDate,
    dateOfLoss,
    causeOfLoss: 'stormSurge',
    description: 'Storm surge; sixteen inches of water on the ground floor.',
    ...demoAdjuster,
  } as const
  const { id, claimNumber } = await past.play(getSimulatedTime(noticeDate), internal, (ctx) => createClaim(ctx, claim))
  const { rows } = await sql<{ id: string; day: string }>`
    select claim_id as id, notice_date as day from claims order by claim_number`.execute(past.db)
  for (const { id, day } of rows)
    await past.play(getSimulatedTime(day), internal, (ctx) =>
      createClaimNote(ctx, id, 'Called the insured and explained the next steps.'),
    )
  await saveReport(past, internal, { claimId: id, claimNumber, policyNo, dateOfLoss })
  await past.play(getSimulatedTime(addDays(dateOfLoss, 6)), internal, async (ctx) => {
    await updateClaim(ctx, id, { ...claim, status: 'In Review', reserve: 18_500 })
    await createClaimNote(ctx, id, 'Report received; reserve set to $18,500.')
  })
}

/** Simulates a claim that the policyholder reported online, with a photo without its metadata (CLM-3, CLM-4). */
export async function simulateOwnClaim(past: Simulation, policyNo: string): Promise<void> {
  const dateOfLoss = addDays(past.today, -4)
  const policy = await past.db
    .selectFrom('policies')
    .select(['identity_id', 'insured_name', 'email'])
    .where('policy_no', '=', policyNo)
    .executeTakeFirstOrThrow()
  await past.play(getSimulatedTime(addDays(dateOfLoss, 1)), createInsuredActor(policy), async (ctx) => {
    const { id } = await reportOwnClaim(ctx, policyNo, {
      dateOfLoss,
      causeOfLoss: 'sewerBackup',
      description: 'The drain in the laundry room backed up. The floor and the washer are damaged.',
      contactPhone: '813-555-0142',
      contactNote: 'Please call after 5 p.m.',
    })
    await withReceivedFile({ name: 'laundry.png', type: 'image/png', bytes: createPhoto() }, (photo) =>
      uploadClaimPhoto(ctx, id, { photo }),
    )
  })
}

/** Returns a small gray image. */
const createPhoto = () => encode({ width: 64, height: 48, data: new Uint8Array(64 * 48).fill(128), channels: 1 })

/** Uploads the adjuster's report, dated five days after the loss. */
async function saveReport(
  past: Simulation,
  internal: DemoActors['internal'],
  about: { claimId: string; claimNumber: string; policyNo: string; dateOfLoss: string },
): Promise<void> {
  const receivedAt = getSimulatedTime(addDays(about.dateOfLoss, 5))
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
    await withReceivedFile({ name: 'adjuster-report.pdf', type: 'application/pdf', bytes }, (file) =>
      uploadClaimDocument(ctx, about.claimId, { file }),
    )
  })
}
