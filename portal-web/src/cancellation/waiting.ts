import type { CancellationStatus } from '@tideline/sdk'

type Side = Pick<CancellationStatus, 'agentMustSign' | 'agentHasSigned' | 'agentMustUpload'>

/** What a pending cancellation waits for once the insured is done: four messages (spec 3 §4). */
export function waitMessage({ agentMustSign, agentHasSigned, agentMustUpload }: Side): string {
  const signs = agentMustSign && !agentHasSigned
  if (signs && agentMustUpload) return 'Your agent still has to sign and upload documents for the cancellation.'
  if (signs) return 'Your agent still has to sign the cancellation.'
  if (agentMustUpload) return 'Your agent still has to upload documents for the cancellation.'
  return 'We are finishing the cancellation, please wait... could take a couple minutes.'
}
