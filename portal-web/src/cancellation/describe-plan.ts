import type { CancellationPreview, PolicyConfirmation } from '@tideline/sdk'
import { capitalize, joinWithAnd } from '@tideline/web-kit/formats/format.ts'

export type CancellationPlan = Pick<
  CancellationPreview,
  'insuredMustSign' | 'agentMustSign' | 'missingDocuments' | 'isReviewedAutomatically'
> & {
  /** Whether the parties are notified by email. */
  notifies: boolean
}

type Viewer = PolicyConfirmation['viewer']['kind']

const names = {
  insured: { insured: 'you', agent: 'your agent' },
  agent: { insured: 'the insured', agent: 'you' },
  internal: { insured: 'the insured', agent: 'the agent' },
} as const

/** Describes who must sign. Parties who do not use this screen get the link by email. */
function describeSigning({ insuredMustSign, agentMustSign, notifies }: CancellationPlan, viewer: Viewer): string[] {
  const { insured, agent } = names[viewer]
  const signers = [...(insuredMustSign ? [insured] : []), ...(agentMustSign ? [agent] : [])]
  if (signers.length === 0) return []
  const subject = capitalize(joinWithAnd(signers))
  const isPlural = signers.length > 1 || signers[0] === 'you'
  const email = viewer !== 'insured' && insuredMustSign && notifies ? ' We email the insured a link.' : ''
  return [`${subject} ${isPlural ? 'sign' : 'signs'} the request.${email}`]
}

/** Lists what happens after a cancellation is requested, in order (UI-14). */
export function describeCancellationPlan(plan: CancellationPlan, viewer: Viewer): string[] {
  const { missingDocuments, isReviewedAutomatically } = plan
  const documents = missingDocuments.filter(({ isRequired }) => isRequired).map(({ docType }) => `“${docType.type}”`)
  return [
    'The policy changes to Pending Cancel immediately.',
    ...(documents.length > 0
      ? [`${viewer === 'insured' ? 'Your agent uploads' : 'You upload'} ${joinWithAnd(documents)}.`]
      : []),
    ...describeSigning(plan, viewer),
    isReviewedAutomatically
      ? 'Then we complete the cancellation within a few minutes.'
      : 'Then our staff review and complete the cancellation.',
  ]
}
