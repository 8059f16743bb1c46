import type { CancellationSummary, PolicyConfirmation } from '@tideline/sdk'
import { joinWithAnd } from '@tideline/web-kit/formats/format.ts'

type Signatures = Pick<CancellationSummary, 'insuredMustSign' | 'insuredHasSigned' | 'agentMustSign' | 'agentHasSigned'>

const names = {
  insured: { insured: 'you', agent: 'your agent' },
  agent: { insured: 'the insured', agent: 'you' },
  internal: { insured: 'the insured', agent: 'the agent' },
} as const

/**
 * Describes who must sign the cancellation request and who has signed, such as "You (not signed) and your agent
 * (signed)".
 */
export function describeSigners(status: Signatures, viewer: PolicyConfirmation['viewer']['kind']): string {
  const { insured, agent } = names[viewer]
  const state = (hasSigned: boolean) => (hasSigned ? 'signed' : 'not signed')
  const signers = [
    ...(status.insuredMustSign ? [`${insured} (${state(status.insuredHasSigned)})`] : []),
    ...(status.agentMustSign ? [`${agent} (${state(status.agentHasSigned)})`] : []),
  ]
  const text = joinWithAnd(signers)
  return text ? text[0]?.toUpperCase() + text.slice(1) : 'None required'
}
