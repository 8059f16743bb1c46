import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { useLoaderData } from 'react-router'
import { WizardPage } from '../wizard/WizardPage.tsx'

/** The wizard of one of the policyholder's policies on one address, whatever policy the link was for. */
export function TestPage() {
  usePageTitle('Sign and pay')
  return <WizardPage policyNo={useLoaderData<string>()} />
}
