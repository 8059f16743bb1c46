import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Lienholder, QuoteLienholder } from '@tideline/sdk'
import { bindEndorsement, createEndorsementUrl, getQuote, saveQuote } from '@tideline/sdk/operations'
import { getCataloguesOptions } from '@tideline/sdk/query'
import { MaskedInput } from '@tideline/web-kit/forms/MaskedInput.tsx'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { NoticeDialog } from '@tideline/web-kit/screen/NoticeDialog.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { FieldGrid } from '@tideline/web-kit/ui/FieldGrid.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { toast } from '@tideline/web-kit/ui/toasts.ts'
import { useMachine } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
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
    loadQuote: fromPromise(({ input: { quoteNumber } }) =>
      api.call(getQuote, { path: { endorsementQuoteNumber: quoteNumber } }),
    ),
    saveAndBind: fromPromise(async ({ input: { quote } }) => {
      const saved = await api.call(saveQuote, { body: quote })
      await api.call(bindEndorsement, {
        body: { QuoteNumber: saved.quoteNumber, TransactionDescription: 'Lienholder update' },
      })
    }),
  },
})

interface EntryDialogProps {
  start: QuoteLienholder
  isBusy: boolean
  onSave: (entry: Entry) => void
  onClose: () => void
}

/** The entry of one lender; saving it binds the endorsement. */
function EntryDialog({ start, isBusy, onSave, onClose }: EntryDialogProps) {
  const { register, control, handleSubmit } = useForm<Entry>({ defaultValues: entryOf(start) })
  const [isMissing, setIsMissing] = useState(false)
  const catalogues = useQuery({ ...getCataloguesOptions({ client: api.client }), meta: { errors: 'own' } })
  const states = catalogues.data?.payload.states ?? [{ code: start.state, name: start.state }]
  return (
    <FormDialog
      title="Edit Lienholder"
      submitLabel="Save"
      busyLabel="Saving…"
      isBusy={isBusy}
      problem={isMissing ? { text: text.missing } : undefined}
      onSubmit={handleSubmit((entry) => {
        setIsMissing(!isComplete(entry))
        if (isComplete(entry)) onSave(entry)
      })}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}

/** Edits one lienholder through an endorsement that is bound when it is saved (spec 1 §4). */
export function LienholderDialog({ policyNo, lienholder, onClose }: LienholderDialogProps) {
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

  const cancel = () => send({ type: 'CANCEL' })
  if (problem)
    return (
      <NoticeDialog title="Error" onClose={onClose}>
        <Alert tone="error">{problem}</Alert>
      </NoticeDialog>
    )
  if (state.matches('confirm'))
    return (
      <FormDialog
        title="Please Confirm"
        size="small"
        submitLabel="Continue"
        busyLabel="Preparing…"
        isBusy={false}
        problem={undefined}
        onSubmit={() => send({ type: 'CONFIRM' })}
        onClose={cancel}
      >
        <p>{text.confirm}</p>
      </FormDialog>
    )
  if (!start)
    return (
      <Dialog open onOpenChange={onClose} title="Edit Lienholder">
        <Skeleton lines={6} label="Preparing the endorsement" />
      </Dialog>
    )
  return (
    <EntryDialog
      start={start}
      isBusy={state.matches('saving')}
      onSave={(entry) => send({ type: 'SAVE', lienholder: lienholderFrom(entry, lienholderId) })}
      onClose={cancel}
    />
  )
}
