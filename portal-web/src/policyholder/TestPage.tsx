import { useLoaderData } from 'react-router'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { WizardPage } from '../wizard/WizardPage.tsx'

/** The wizard of one of the policyholder's policies on one address, whatever policy the link was for. */
export function TestPage() {
  usePageTitle('Sign and pay')
  return <WizardPage policyNo={useLoaderData<string>()} />
}
