import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Quote } from '@tideline/sdk'
import { saveQuote } from '@tideline/sdk/operations'
import { getCataloguesOptions, getQuoteQueryKey } from '@tideline/sdk/query'
import { getCoverageName } from '@tideline/sdk/words'
import { formatMoney, formatMoneyOrDash } from '@tideline/web-kit/formats/format.ts'
import { FormSummary } from '@tideline/web-kit/forms/FormSummary.tsx'
import { MaskedInput } from '@tideline/web-kit/forms/MaskedInput.tsx'
import { formatLimit } from '@tideline/web-kit/labels/coverages.ts'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { FieldGrid } from '@tideline/web-kit/ui/FieldGrid.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'
import { type FieldPath, FormProvider, useForm } from 'react-hook-form'
import { AddressField } from './AddressField.tsx'
import { BindDialog } from './BindDialog.tsx'
import { LienholderRows } from './LienholderRows.tsx'
import { applyFormToQuote, getPricedCoverages, getQuoteFieldLabel, type QuoteForm, toQuoteForm } from './quote-form.ts'

const isAmount = { value: /^\d+(\.\d{1,2})?$/, message: 'Enter dollars.' }
const needed = 'Please fill out the missing fields.'

/**
 * The editor for an open quote. Saving recalculates the price. Binding adds the change to the policy as a transaction.
 */
export function QuoteEditor({ quote, mayEditLienholders }: { quote: Quote; mayEditLienholders: boolean }) {
  const queries = useQueryClient()
  const [isBinding, setIsBinding] = useState(false)
  const form = useForm<QuoteForm>({ defaultValues: toQuoteForm(quote), shouldFocusError: false })
  const { register, control, formState, reset } = form
  const catalogues = useQuery({
    ...getCataloguesOptions({ client: api.client }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own' },
  })
  const present = { value: quote.application.mailingAddress.state, label: quote.application.mailingAddress.state }
  const states = catalogues.data?.payload.states.map(({ code, name }) => ({ value: code, label: name })) ?? [present]
  const save = useAction((values: QuoteForm) => api.call(saveQuote, { body: applyFormToQuote(quote, values) }), {
    changes: [],
    successToast: 'The quote was saved and priced.',
    onDone: (saved) => {
      queries.setQueryData(
        getQuoteQueryKey({ client: api.client, path: { endorsementQuoteNumber: saved.quoteNumber } }),
        saved,
      )
      reset(toQuoteForm(saved))
    },
  })
  const nameOf = (code: string) => `Coverage ${code}: ${getCoverageName(code, quote.productId)}`
  const priced = getPricedCoverages(quote)
  const fixed = quote.application.coverages.filter((one) => !priced.includes(one) && one.limit > 0)
  const { pricing } = quote
  // A quote can be bound only after all changes have been saved and priced.
  const canBind = !formState.isDirty && quote.version > 1
  return (
    <FormProvider {...form}>
      <form className="endorsement" noValidate onSubmit={form.handleSubmit((values) => save.run(values))}>
        <div className="stack">
          <FormSummary
            errors={formState.errors}
            sent={formState.submitCount}
            nameOf={getQuoteFieldLabel}
            onGo={(field) => form.setFocus(field as FieldPath<QuoteForm>)}
          />
          <Card title="Coverages">
            <FieldGrid most={3}>
              {priced.map(({ code, premium }) => (
                <MaskedInput
                  key={code}
                  name={`limits.${code}`}
                  control={control}
                  rules={{ required: 'Enter dollars.', pattern: isAmount }}
                  label={nameOf(code)}
                  help={`Premium ${formatMoneyOrDash(premium)} for the term`}
                  mask="money"
                />
              ))}
              <MaskedInput
                name="deductible"
                control={control}
                rules={{ required: 'Enter dollars.', pattern: isAmount }}
                label="Deductible"
                mask="money"
              />
            </FieldGrid>
            <DetailList
              facts={fixed.map(({ code, limit }) => ({
                label: nameOf(code),
                value: formatLimit(code, limit),
                isNumber: true,
              }))}
            />
          </Card>
          <Card title="Mailing address">
            <FieldGrid>
              <AddressField
                label="Address"
                maxLength={200}
                error={formState.errors.mailing?.addr1?.message}
                {...register('mailing.addr1', { required: needed })}
                typed={form.watch('mailing.addr1')}
                onChoose={({ addr1, addr2 = '', city, state, zip }) =>
                  form.setValue(
                    'mailing',
                    { addr1, addr2, city, state, zip },
                    { shouldDirty: true, shouldValidate: true },
                  )
                }
              />
              <TextField label="Address line 2" optional maxLength={200} {...register('mailing.addr2')} />
              <TextField
                label="City"
                maxLength={100}
                error={formState.errors.mailing?.city?.message}
                {...register('mailing.city', { required: needed })}
              />
              <SelectField label="State" options={states} {...register('mailing.state')} />
              <MaskedInput
                name="mailing.zip"
                control={control}
                rules={{ required: needed, pattern: { value: /^\d{5}$/, message: needed } }}
                label="ZIP code"
                mask="zip"
              />
            </FieldGrid>
          </Card>
          {mayEditLienholders && (
            <Card title="Lienholders">
              <LienholderRows control={control} states={states} />
            </Card>
          )}
        </div>
        <Card title="Price for the term" className="endorsement-price">
          <DetailList
            facts={[
              { label: 'Premium', value: formatMoney(pricing.grossPremium), isNumber: true },
              { label: 'Policy Fee', value: formatMoneyOrDash(pricing.policyFee), isNumber: true },
              { label: 'Taxes', value: formatMoneyOrDash(pricing.taxes), isNumber: true },
              { label: 'Total', value: formatMoney(pricing.totalPremium), isNumber: true },
              { label: 'Change', value: formatMoney(pricing.change), isNumber: true, isTotal: true },
            ]}
          />
          {formState.isDirty && <p className="muted">The price is for the saved quote.</p>}
          {save.problem && <Alert tone="error">{save.problem.text}</Alert>}
          <div className="endorsement-do">
            {canBind ? (
              <Button block onClick={() => setIsBinding(true)}>
                Bind
              </Button>
            ) : (
              <Button
                type="submit"
                block
                busy={save.isBusy}
                busyLabel="Saving…"
                disabledReason={formState.isDirty ? undefined : 'No changes yet.'}
              >
                Save and Price
              </Button>
            )}
          </div>
        </Card>
      </form>
      {isBinding && <BindDialog quote={quote} onClose={() => setIsBinding(false)} />}
    </FormProvider>
  )
}
