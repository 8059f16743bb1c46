import { useQuery } from '@tanstack/react-query'
import type { AgencyRegistration } from '@tideline/sdk'
import { getAgencyRegistrationOptions, getProfileOptions } from '@tideline/sdk/query'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { Link, useSearchParams } from 'react-router'
import { RegistrationPageForm } from './RegistrationPageForm.tsx'
import {
  getNextRegistrationStep,
  type RegistrationFormStep,
  registrationFieldsByStep,
  registrationSteps,
} from './registration-steps.ts'
import { SignRegistrationForm } from './SignRegistrationForm.tsx'
import './registration.css'

function Signed({ registration }: { registration: AgencyRegistration }) {
  return (
    <Card title="Your agreements">
      <ul className="registration-papers">
        {registration.documents.map(({ registrationDocId, docName, signedByName, signedAt }) => (
          <li key={registrationDocId}>
            {docName}: signed by {signedByName}, {signedAt && formatDateTime(signedAt)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Steps({ registration, signerName }: { registration: AgencyRegistration; signerName: string }) {
  const [query, setQuery] = useSearchParams()
  const due = getNextRegistrationStep(registration.missing)
  const requestedStep = registrationSteps.find(({ step }) => step === query.get('step'))?.step
  // Opens the requested page. Signing requires a complete form.
  const step: RegistrationFormStep =
    requestedStep && !(requestedStep === 'sign' && due !== 'sign') ? requestedStep : due
  const goOn = () => {
    const [, ...later] = registrationSteps.slice(registrationSteps.findIndex((one) => one.step === step))
    setQuery({ step: later[0]?.step ?? 'sign' })
  }
  return (
    <>
      <nav aria-label="Steps">
        <ol className="registration-steps">
          {registrationSteps.map(({ step: one, title }) => (
            <li key={one}>
              {one === step ? <strong aria-current="step">{title}</strong> : <Link to={`?step=${one}`}>{title}</Link>}
            </li>
          ))}
        </ol>
      </nav>
      {step === 'sign' ? (
        <SignRegistrationForm registration={registration} signerName={signerName} />
      ) : (
        <Card title={registrationSteps.find((one) => one.step === step)?.title}>
          <RegistrationPageForm
            key={step}
            agencyNo={registration.agencyNo}
            form={registration.form}
            page={registrationFieldsByStep[step]}
            onSaved={goOn}
          />
        </Card>
      )}
    </>
  )
}

/** Registration page for a new agency. The agency can pause after each step; the last step is signing the documents. */
export function RegistrationPage() {
  usePageTitle('Agency registration')
  const profile = useQuery({ ...getProfileOptions({ client: api.client }), meta: { errors: 'inline' } })
  const { data, agent } = profile.data?.payload ?? {}
  const found = useQuery({
    ...getAgencyRegistrationOptions({ client: api.client, path: { agencyNo: agent?.agentNo ?? '' } }),
    enabled: Boolean(agent),
    meta: { errors: 'inline' },
  })
  const registration = found.data?.payload
  const signerName = data ? `${data.FirstName} ${data.LastName}`.trim() : ''
  const isPending = registration?.status === 'P'
  return (
    <div className="narrow stack">
      <h1>{registration ? `Registration of ${registration.company}` : 'Agency registration'}</h1>
      <QueryState
        query={profile.data ? found : profile}
        height={560}
        label="Loading the registration"
        problem="The registration could not be loaded"
      />
      {profile.data && !agent && (
        <EmptyState title="Agency registration" text="Your account is not part of an agency." />
      )}
      {registration && !isPending && (
        <EmptyState
          title={`${registration.company} is registered`}
          action={<Link to={paths.dashboard()}>Go to the dashboard</Link>}
        />
      )}
      {registration?.isComplete && isPending && (
        <Alert tone="success" title="Thank you. Your agreements are signed.">
          We are reviewing your registration and will email you when it is approved.
        </Alert>
      )}
      {registration?.isComplete && <Signed registration={registration} />}
      {registration && isPending && !registration.isComplete && registration.documents.length > 0 && (
        <Steps registration={registration} signerName={signerName} />
      )}
      {registration && isPending && registration.documents.length === 0 && (
        <EmptyState title="No agreements to sign yet" text="We will send you a link when your agreements are ready." />
      )}
    </div>
  )
}
