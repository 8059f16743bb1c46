import { getConfirmation } from '@tideline/sdk/operations'
import { paths } from '@tideline/web-kit/paths.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { createRouteGuard } from '@tideline/web-kit/session/route-guard.ts'
import { loadSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { type LoaderFunctionArgs, replace } from 'react-router'

const enter = createRouteGuard('policyholder')

/**
 * `/policyholder/test?policyNo=`: returns the policy number if the verified policyholder may view the policy. Otherwise,
 * and always in production, redirects to the link request page.
 */
export async function loadTestPolicy(visit: LoaderFunctionArgs): Promise<string> {
  await enter(visit)
  if ((await loadSettings()).isProduction) throw replace(paths.policyholderGenerate())
  const policyNo = new URL(visit.request.url).searchParams.get('policyNo')
  if (!policyNo) throw replace(paths.policyholderGenerate())
  await api.call(getConfirmation, { path: { policyNo }, signal: visit.request.signal }).catch((error) => {
    if (visit.request.signal.aborted) throw error
    throw replace(paths.policyholderGenerate())
  })
  return policyNo
}
