import type { CancellationSummary, PolicyConfirmation } from '@tideline/sdk'
import { formatDate, joinWithAnd } from '@tideline/web-kit/formats/format.ts'

type Summary = Pick<
  CancellationSummary,
  | 'nextStep'
  | 'effectiveDate'
  | 'isReviewedAutomatically'
  | 'holdReason'
  | 'insuredMustSign'
  | 'insuredHasSigned'
  | 'agentMustSign'
  | 'agentHasSigned'
  | 'agentMustUpload'
  | 'missingDocuments'
>

const describeEnd = ({ effectiveDate }: Summary) =>
  `The cancellation is accepted. Coverage ends on ${effectiveDate ? formatDate(effectiveDate) : 'the effective date'}.`

/** Describes the next step to a policyholder (CAN-7, CAN-12). */
function describeForPolicyholder(summary: Summary): string {
  const { nextStep, agentMustSign, agentHasSigned, agentMustUpload, isReviewedAutomatically } = summary
  if (nextStep === 'effectiveDate') return describeEnd(summary)
  if (nextStep === 'insuredSignature') return 'You still need to sign the request.'
  const signs = agentMustSign && !agentHasSigned
  if (signs && agentMustUpload) return 'Your agent still has to sign and upload documents for the cancellation.'
  if (signs) return 'Your agent still has to sign the cancellation.'
  if (agentMustUpload) return 'Your agent still has to upload documents for the cancellation.'
  if (nextStep === 'moratorium')
    return 'We have everything, but a state order has paused cancellations where the property is located. We will complete yours when the order ends and email you.'
  if (!isReviewedAutomatically) return 'We have everything. Our staff will complete the cancellation and email you.'
  return 'We are finishing the cancellation, please wait... could take a couple minutes.'
}

/**
 * Describes when a cancellation can continue despite a moratorium. A moratorium does not stop a cancellation that the
 * policyholder requests in writing (CAN-16).
 */
const describeContinuation = ({ insuredMustSign }: Summary) =>
  insuredMustSign
    ? 'The cancellation can continue only with the insured’s written request.'
    : 'It stays pending until the moratorium ends.'

/** Describes the missing signatures and documents, or the next step, to agents and staff. */
function describeForStaff(summary: Summary): string {
  const held = summary.holdReason && `On hold: ${summary.holdReason} ${describeContinuation(summary)}`
  if (summary.nextStep === 'effectiveDate') return describeEnd(summary)
  const all = [
    ...(summary.insuredMustSign && !summary.insuredHasSigned ? ['the insured’s signature'] : []),
    ...(summary.agentMustSign && !summary.agentHasSigned ? ['the agent’s signature'] : []),
    ...summary.missingDocuments.map(({ docType }) => `the document “${docType.type}”`),
  ]
  if (all.length > 0) return [`Waiting for ${joinWithAnd(all)}.`, held].filter(Boolean).join(' ')
  if (held) return held
  return summary.isReviewedAutomatically
    ? 'We have everything. The cancellation will complete in a few minutes.'
    : 'We have everything. Staff will finalize the cancellation.'
}

/**
 * Describes the next step of a pending cancellation to the viewer. Omits the effective date if the heading states it.
 */
export function describeNextStep(
  summary: Summary,
  viewer: PolicyConfirmation['viewer']['kind'],
  hasDateInHeading = false,
): string {
  if (hasDateInHeading && summary.nextStep === 'effectiveDate') return 'The cancellation is accepted.'
  return viewer === 'insured' ? describeForPolicyholder(summary) : describeForStaff(summary)
}
