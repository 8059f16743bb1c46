import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Lienholder, QuoteLienholder } from '@tideline/sdk'
import { bindEndorsement, createEndorsementUrl, getQuote, saveQuote } from '@tideline/sdk/operations'
import { getCataloguesOptions } from '@tideline/sdk/query'
import { MaskedInput } from '@tideline/web-kit/forms/MaskedInput.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { FieldGrid } from '@tideline/web-kit/ui/FieldGrid.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { toast } from '@tideline/web-kit/ui/toasts.ts'
import { useMachine } from '@xstate/react'
import { useEffect, useId, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { fromPromise } from 'xstate'
import { type Entry, entryOf, isComplete, lienholderFrom } from './entry.ts'
import { lienholderMachine } from './lienholder.machine.ts'
import { text } from './text.ts'

interface LienholderDialogProps {
  policyNo: string
  lienholder: Lienholder
  onClose: () => void
}

const connected = lienholderMachine.provide({
  actors: {
    createQuote: fromPromise(async ({ input: { policyNo } }) => {
      const { result } = await api.call(createEndorsementUrl, { body: policyNo })
      return result.endorsementQuoteNumber
    }),
    loadQuote: fromPromise(({ input: { quoteNumber } }) => api.call(getQuote, { path: { quoteNumber } })),
    saveAndBind: fromPromise(async ({ input: { quote } }) => {
      const saved = await api.call(saveQuote, { body: quote })
      await api.call(bindEndorsement, {
        body: { QuoteNumber: saved.quoteNumber, TransactionDescription: 'Lienholder update' },
      })
    }),
  },
})

function LienholderForm({
  formId,
  start,
  onSave,
}: {
  formId: string
  start: QuoteLienholder
  onSave: (entry: Entry) => void
}) {
  const { register, control, handleSubmit } = useForm<Entry>({ defaultValues: entryOf(start) })
  const [isMissing, setIsMissing] = useState(false)
  const catalogues = useQuery({ ...getCataloguesOptions({ client: api.client }), meta: { errors: 'own' } })
  const states = catalogues.data?.payload.states ?? [{ code: start.state, name: start.state }]
  return (
    <form
      id={formId}
      className="stack"
      noValidate
      onSubmit={handleSubmit((entry) => {
        setIsMissing(!isComplete(entry))
        if (isComplete(entry)) onSave(entry)
      })}
    >
      {isMissing && <Alert tone="error">{text.missing}</Alert>}
      <TextField label="Name" maxLength={200} {...register('name')} />
      <TextField label="Address" maxLength={200} {...register('addr1')} />
      <TextField label="Address line 2" maxLength={200} optional {...register('addr2')} />
      <FieldGrid>
        <TextField label="City" maxLength={100} {...register('city')} />
        <SelectField
          label="State"
          options={states.map(({ code, name }) => ({ value: code, label: name }))}
          {...register('state')}
        />
        <MaskedInput name="zip" control={control} label="Zip" mask="zip" />
        <TextField label="Loan number" maxLength={50} {...register('loan_number')} />
      </FieldGrid>
      <TextField label="Mortgage clause" maxLength={200} optional {...register('mortgage_clause')} />
    </form>
  )
}

/** Edits one lienholder through an endorsement that is bound when it is saved (spec 1 §4). */
export function LienholderDialog({ policyNo, lienholder, onClose }: LienholderDialogProps) {
  const formId = useId()
  const queryClient = useQueryClient()
  const { lienholderId } = lienholder
  const [state, send] = useMachine(
    connected,
    useMemo(() => ({ input: { policyNo, lienholderId } }), [policyNo, lienholderId]),
  )
  const { quote, problem } = state.context
  const start = quote?.application.lienholderList.find((one) => one.lienholderId === lienholderId)
  const isDone = state.matches('done')
  const isCancelled = state.matches('cancelled')
  useEffect(() => {
    if (isDone) {
      toast({ tone: 'success', title: text.success })
      void queryClient.invalidateQueries()
    }
    if (isDone || isCancelled) onClose()
  }, [isDone, isCancelled, onClose, queryClient])

  const cancel = (
    <Button variant="secondary" onClick={() => send({ type: 'CANCEL' })}>
      Cancel
    </Button>
  )
  const shared = { open: true, onOpenChange: onClose, title: 'Edit Lienholder' }
  if (problem)
    return (
      <Dialog {...shared} title="Error" size="small" footer={<Button onClick={onClose}>Ok</Button>}>
        <Alert tone="error">{problem}</Alert>
      </Dialog>
    )
  if (state.matches('confirm'))
    return (
      <Dialog
        {...shared}
        title="Please Confirm"
        size="small"
        footer={
          <>
            {cancel}
            <Button onClick={() => send({ type: 'CONFIRM' })}>Continue</Button>
          </>
        }
      >
        <p>{text.confirm}</p>
      </Dialog>
    )
  return (
    <Dialog
      {...shared}
      dismissable={!state.matches('saving')}
      footer={
        start && (
          <>
            {!state.matches('saving') && cancel}
            <Button type="submit" form={formId} busy={state.matches('saving')} busyLabel="Saving…">
              Save
            </Button>
          </>
        )
      }
    >
      {start ? (
        <LienholderForm
          formId={formId}
          start={start}
          onSave={(entry) => send({ type: 'SAVE', lienholder: lienholderFrom(entry, lienholderId) })}
        />
      ) : (
        <Skeleton lines={6} label="Preparing the endorsement" />
      )}
    </Dialog>
  )
}
