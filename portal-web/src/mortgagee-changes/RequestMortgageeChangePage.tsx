import { useQuery } from '@tanstack/react-query'
import type { Lienholder, MortgageeChangeKind, PolicyConfirmation } from '@tideline/sdk'
import { requestMortgageeChange } from '@tideline/sdk/operations'
import { getCataloguesOptions, getPolicyLiensOptions } from '@tideline/sdk/query'
import { FormSummary } from '@tideline/web-kit/forms/FormSummary.tsx'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button, ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { RadioCards } from '@tideline/web-kit/ui/RadioCards.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { TextArea } from '@tideline/web-kit/ui/TextField.tsx'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { useSetCurrentProduct } from '../base/current-product.ts'
import { getDenialReason } from '../base/policy-permissions.ts'
import { usePolicyConfirmation } from '../base/usePolicy.ts'
import { requiresCode } from '../payments/auto-pay.ts'
import { ConfirmIdentity } from './ConfirmIdentity.tsx'
import { LienholderFields } from './LienholderFields.tsx'
import { ProofFiles } from './ProofFiles.tsx'
import { getInitialForm, type RequestForm, toRequestFields } from './request-form.ts'
import { kindOptions, mortgageeText, proofTypeLabels } from './text.ts'

const proofTypes = Object.entries(proofTypeLabels).map(([value, label]) => ({ value, label }))

interface RequestFormProps {
  policy: PolicyConfirmation
  lienholders: readonly Lienholder[]
  states: readonly { code: string; name: string }[]
}

/** Sends the request. A retry of the same request uses the same key, so that it is not stored twice. */
function useRequest(policyNo: string, files: readonly File[]) {
  const navigate = useNavigate()
  const sent = useRef({ text: '', key: '' })
  return useAction(
    (form: RequestForm) => {
      const fields = toRequestFields(form)
      const [proof, proof2, proof3] = files
      if (!proof) throw new Error('The form was submitted without a file.')
      const text = JSON.stringify([fields, files.map(({ name, size, lastModified }) => [name, size, lastModified])])
      if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() }
      return api.call(requestMortgageeChange, {
        path: { policyNo },
        body: { ...fields, proof, ...(proof2 && { proof2 }), ...(proof3 && { proof3 }) },
        headers: { 'Idempotency-Key': sent.current.key },
      })
    },
    {
      changes: ['listOwnMortgageeChanges'],
      successToast: 'Mortgagee change requested.',
      onDone: () => void navigate(paths.policyholderPolicy(policyNo), { replace: true }),
    },
  )
}

function RequestMortgageeChangeForm({ policy, lienholders, states }: RequestFormProps) {
  const { policyNo } = policy
  const [first] = lienholders
  const [files, setFiles] = useState<File[]>([])
  const [isProofMissing, setIsProofMissing] = useState(false)
  const proofSection = useRef<HTMLHeadingElement>(null)
  const form = useForm<RequestForm>({
    mode: 'onBlur',
    shouldFocusError: false,
    defaultValues: getInitialForm(first ? 'replace' : 'add', first),
  })
  const { register, handleSubmit, formState, setFocus, watch, reset, getValues } = form
  const request = useRequest(policyNo, files)
  const { kind, lienholderId } = watch()
  const select = (next: MortgageeChangeKind, id = lienholderId) =>
    reset(getInitialForm(next, lienholders.find((one) => one.lienholderId === id) ?? first))
  const submit = handleSubmit((values) => {
    setIsProofMissing(files.length === 0)
    if (files.length > 0) request.run(values)
    else proofSection.current?.focus()
  })
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <FormSummary
        errors={formState.errors}
        sent={formState.submitCount}
        onGo={(field) => setFocus(field as keyof RequestForm)}
      />
      {first && (
        <RadioCards
          legend="What changes?"
          name="kind"
          value={kind}
          onValueChange={(next) => select(next)}
          options={kindOptions}
        />
      )}
      {kind !== 'add' && lienholders.length > 1 && (
        <SelectField
          label={kind === 'remove' ? 'Lender to remove' : 'Lender to change'}
          options={lienholders.map((one) => ({
            value: one.lienholderId,
            label: [one.name1, one.reference && `loan ${one.reference}`].filter(Boolean).join(', '),
          }))}
          value={lienholderId}
          onChange={({ target }) => select(kind, target.value)}
        />
      )}
      {kind === 'remove' ? (
        lienholders.length === 1 && (
          <>
            <p>
              {first?.name1} {first?.reference && `(loan ${first.reference})`} will be removed.
            </p>
            {policy.isBilledToLender && <p>{mortgageeText.billedAfterRemoval}</p>}
          </>
        )
      ) : (
        <LienholderFields form={form} states={states} />
      )}
      <h2 ref={proofSection} tabIndex={-1}>
        Proof
      </h2>
      <SelectField label="Document" options={proofTypes} {...register('proofType')} />
      <p className="muted">{mortgageeText.proofHelp}</p>
      <ProofFiles files={files} onChange={setFiles} />
      {isProofMissing && files.length === 0 && <Alert tone="error">Add the document that shows the change.</Alert>}
      <p className="muted small">{mortgageeText.privacy}</p>
      <TextArea label="Message" optional maxLength={1000} {...register('note')} />
      {request.problem && !requiresCode(request.error) && <Alert tone="error">{request.problem.text}</Alert>}
      <div className="row">
        <Button type="submit" busy={request.isBusy} busyLabel="Sending…">
          Send request
        </Button>
        <ButtonLink variant="quiet" to={paths.policyholderPolicy(policyNo)}>
          Cancel
        </ButtonLink>
      </div>
      {requiresCode(request.error) && (
        <ConfirmIdentity policyNo={policyNo} onConfirmed={() => request.run(getValues())} onBack={request.reset} />
      )}
    </form>
  )
}

/** The page where a policyholder requests a mortgagee change with proof (POL-19, UI-18). */
export function RequestMortgageeChangePage() {
  usePageTitle(mortgageeText.requestTitle)
  const { policyNo = '' } = useParams()
  const confirmation = usePolicyConfirmation(policyNo)
  const policy = confirmation.data?.payload
  useSetCurrentProduct(policy?.productId)
  const liens = useQuery({
    ...getPolicyLiensOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'inline' },
  })
  const catalogues = useQuery({ ...getCataloguesOptions({ client: api.client }), meta: { errors: 'inline' } })
  const denied = policy && getDenialReason(policy, 'requestMortgageeChange')
  const pending = [confirmation, liens, catalogues].find(({ data }) => data === undefined)
  return (
    <div className="narrow stack">
      <h1>{mortgageeText.requestTitle}</h1>
      {pending && (
        <QueryState query={pending} height={520} label="Loading the policy" problem="The policy could not be loaded" />
      )}
      {denied && <Alert tone="warning">{denied}</Alert>}
      {policy && !denied && liens.data && catalogues.data && (
        <>
          <p>{mortgageeText.intro}</p>
          <Card label={mortgageeText.requestTitle}>
            <RequestMortgageeChangeForm
              policy={policy}
              lienholders={liens.data.payload}
              states={catalogues.data.payload.states}
            />
          </Card>
        </>
      )}
    </div>
  )
}
