import type { ClaimCause, PolicyConfirmation } from '@tideline/sdk'
import { reportOwnClaim } from '@tideline/sdk/operations'
import { FormSummary } from '@tideline/web-kit/forms/FormSummary.tsx'
import { MaskedInput } from '@tideline/web-kit/forms/MaskedInput.tsx'
import { getToday } from '@tideline/web-kit/labels/labels.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button, ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { TextArea, TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { useSetCurrentProduct } from '../base/current-product.ts'
import { getDenialReason } from '../base/policy-permissions.ts'
import { usePolicyConfirmation } from '../base/usePolicy.ts'
import { validateClaimDates } from '../claims/claim-form.ts'
import { claimText } from './text.ts'

const causeLabels: Record<ClaimCause, string> = {
  flood: 'Flood',
  stormSurge: 'Storm surge',
  overflow: 'Overflow of inland or tidal waters',
  mudflow: 'Mudflow',
  sewerBackup: 'Sewer backup',
  other: 'Other',
}
const causes = Object.entries(causeLabels).map(([value, label]) => ({ value, label }))

interface ReportForm {
  dateOfLoss: string
  causeOfLoss: ClaimCause
  description: string
  contactPhone: string
  contactNote: string
}

function ReportClaimForm({ policy }: { policy: PolicyConfirmation }) {
  const { policyNo, inceptionDate, expirationDate, isPolicyCancelled: isCancelled } = policy
  const navigate = useNavigate()
  // A retry of the same report uses the same key, so that a claim whose response was lost is not reported twice.
  const sent = useRef({ text: '', key: '' })
  const today = getToday(new Date())
  const cover = { inceptionDate, expirationDate, isCancelled, today }
  const { register, control, handleSubmit, formState, setFocus } = useForm<ReportForm>({
    mode: 'onBlur',
    shouldFocusError: false,
    defaultValues: {
      dateOfLoss: '',
      causeOfLoss: 'flood',
      description: '',
      contactPhone: policy.phone ?? '',
      contactNote: '',
    },
  })
  const report = useAction(
    ({ contactNote, description, ...form }: ReportForm) => {
      const note = contactNote.trim()
      const body = { ...form, description: description.trim(), ...(note && { contactNote: note }) }
      const text = JSON.stringify(body)
      if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() }
      return api.call(reportOwnClaim, {
        path: { policyNo },
        body,
        headers: { 'Idempotency-Key': sent.current.key },
      })
    },
    {
      changes: ['listOwnClaims'],
      onDone: ({ payload }) => void navigate(paths.policyholderClaim(policyNo, payload.id), { replace: true }),
    },
  )
  const { errors } = formState
  return (
    <form className="stack" noValidate onSubmit={handleSubmit((form) => report.run(form))}>
      <FormSummary errors={errors} sent={formState.submitCount} onGo={(field) => setFocus(field as keyof ReportForm)} />
      <TextField
        label="Date of loss"
        type="date"
        required
        max={today}
        error={errors.dateOfLoss?.message}
        {...register('dateOfLoss', {
          validate: (dateOfLoss) => validateClaimDates({ dateOfLoss, noticeDate: today }, cover).dateOfLoss ?? true,
        })}
      />
      <SelectField label="Cause of loss" options={causes} {...register('causeOfLoss')} />
      <TextArea
        label="What happened"
        required
        maxLength={4000}
        error={errors.description?.message}
        {...register('description', { validate: (text) => text.trim() !== '' || 'Describe what happened.' })}
      />
      <MaskedInput
        name="contactPhone"
        control={control}
        rules={{
          validate: (phone) => /^\d{3}-\d{3}-\d{4}$/.test(phone) || 'Enter a phone number with ten digits.',
        }}
        label="Phone"
        help={claimText.phoneHelp}
        mask="phone"
        autoComplete="tel-national"
      />
      <TextField
        label="How to reach you"
        optional
        maxLength={200}
        help={claimText.noteHelp}
        {...register('contactNote')}
      />
      {report.problem && <Alert tone="error">{report.problem.text}</Alert>}
      <div className="row">
        <Button type="submit" busy={report.isBusy} busyLabel="Reporting…">
          Report claim
        </Button>
        <ButtonLink variant="quiet" to={paths.policyholderPolicy(policyNo)}>
          Cancel
        </ButtonLink>
      </div>
      <p className="muted small">You can add photos in the next step.</p>
    </form>
  )
}

/** The page where a policyholder reports a claim (CLM-3). */
export function ReportClaimPage() {
  usePageTitle(claimText.reportTitle)
  const { policyNo = '' } = useParams()
  const confirmation = usePolicyConfirmation(policyNo)
  const policy = confirmation.data?.payload
  useSetCurrentProduct(policy?.productId)
  const denied = policy && getDenialReason(policy, 'reportOwnClaim')
  return (
    <div className="narrow stack">
      <h1>{claimText.reportTitle}</h1>
      <QueryState
        query={confirmation}
        height={520}
        label="Loading the policy"
        problem="The policy could not be loaded"
      />
      {denied && <Alert tone="warning">{denied}</Alert>}
      {policy && !denied && (
        <>
          <p>{claimText.intro}</p>
          <Card label={claimText.reportTitle}>
            <ReportClaimForm policy={policy} />
          </Card>
        </>
      )}
    </div>
  )
}
