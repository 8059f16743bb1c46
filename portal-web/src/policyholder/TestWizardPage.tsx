import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { useLoaderData } from 'react-router'
import { WizardPage } from '../wizard/WizardPage.tsx'

/**
 * The wizard for any of the policyholder's policies, for tests. Unlike in the normal wizard, the URL selects the
 * policy.
 */
export function TestWizardPage() {
  usePageTitle('Sign and pay')
  return <WizardPage policyNo={useLoaderData<string>()} />
}
