import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { useLoaderData } from 'react-router'
import { WizardPage } from '../wizard/WizardPage.tsx'

/** The wizard for any of the policyholder's policies at a single URL, regardless of the policy of the link. */
export function TestWizardPage() {
  usePageTitle('Sign and pay')
  return <WizardPage policyNo={useLoaderData<string>()} />
}
