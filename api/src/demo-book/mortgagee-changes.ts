import { addDays } from '../calendar/days.ts'
import { formatUsDate } from '../calendar/format-date.ts'
import { requestMortgageeChange } from '../endorsements/mortgagee-changes/request.ts'
import { changeOwnPhone } from '../links/change-own-phone.ts'
import { createInsuredActor } from './actors.ts'
import { getSimulatedTime, type Simulation } from './simulation.ts'
import { withReceivedFile } from './with-received-file.ts'

const findPolicyholder = async (past: Simulation, policyNo: string) =>
  createInsuredActor(
    await past.db
      .selectFrom('policies')
      .select(['identity_id', 'insured_name', 'email'])
      .where('policy_no', '=', policyNo)
      .executeTakeFirstOrThrow(),
  )

/** Simulates an open request of a policyholder to add a mortgagee, with a closing disclosure as proof (POL-19). */
export async function simulateMortgageeChange(past: Simulation, policyNo: string): Promise<void> {
  const closedOn = addDays(past.today, -4)
  const requestedAt = getSimulatedTime(addDays(past.today, -2))
  await past.play(requestedAt, await findPolicyholder(past, policyNo), async (ctx) => {
    const { bytes } = await ctx.providers.pdf.notice({
      title: 'Closing disclosure',
      reference: `Policy ${policyNo}`,
      facts: [
        ['Lender', 'Gulf Sample Bank'],
        ['Loan number', 'LN-552010'],
        ['Closing date', formatUsDate(closedOn)],
      ],
      paragraphs: ['The lender requires flood insurance with a mortgage clause.'],
      signers: [],
      issuedAt: getSimulatedTime(closedOn),
    })
    await withReceivedFile({ name: 'closing-disclosure.pdf', type: 'application/pdf', bytes }, (proof) =>
      requestMortgageeChange(ctx, policyNo, {
        ...{ kind: 'add', proofType: 'closingDisclosure', proof },
        ...{ name: 'Gulf Sample Bank', addr1: '2 Lender Way', city: 'Tampa', state: 'FL', zip: '33606' },
        ...{ loanNumber: 'LN-552010', mortgageClause: 'ISAOA/ATIMA' },
        note: `We refinanced on ${formatUsDate(closedOn)}.`,
      }),
    )
  })
}

/** Simulates a phone number that the policyholder changed online (POL-17). */
export async function simulatePhoneChange(past: Simulation, policyNo: string): Promise<void> {
  const changedAt = getSimulatedTime(addDays(past.today, -3))
  await past.play(changedAt, await findPolicyholder(past, policyNo), (ctx) =>
    changeOwnPhone(ctx, policyNo, '813-555-0143'),
  )
}
