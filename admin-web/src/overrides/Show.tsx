import { Button, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  AgencyOverrides as AgencyOverridesResponse,
  CommissionOverride,
  CommissionOverrideWrite,
} from '@tideline/sdk'
import { saveCommissionOverride } from '@tideline/sdk/operations'
import { getCommissionOverridesOptions, getCommissionOverridesQueryKey } from '@tideline/sdk/query'
import { formatDate, formatPercent } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { getVersionHeader } from '@tideline/web-kit/session/versions.ts'
import { type FormEvent, useMemo } from 'react'
import { Title, usePermissions } from 'react-admin'
import { Link } from 'react-router'
import { Alert } from '../kit/Alert.tsx'
import { CalendarDateField } from '../kit/fields/CalendarDateField.tsx'
import { getPayload } from '../kit/get-payload.ts'
import { productNames } from '../kit/products.ts'
import { RecordLayout } from '../kit/records/RecordLayout.tsx'
import { Section } from '../kit/records/Section.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { useAction } from '../kit/useAction.ts'
import { productChoices } from './labels.ts'
import { ParentOverridesSection } from './ParentOverridesSection.tsx'
import { useFirstOpenDate } from './useFirstOpenDate.ts'

const formatRates = (own: number, standard: number) => `${formatPercent(own)} (standard ${formatPercent(standard)})`

function RatesForm({ rates }: { rates: AgencyOverridesResponse }) {
  const { agencyNo } = rates
  const firstOpenDate = useFirstOpenDate(agencyNo)
  const queryClient = useQueryClient()
  const path = { agencyNo }
  // The version of the rates that the page shows (API-13).
  const headers = useMemo(() => getVersionHeader(`/api/v1/commissions/overrides/${rates.agencyNo}`), [rates])
  const save = useAction((body: CommissionOverrideWrite) => api.call(saveCommissionOverride, { path, body, headers }), {
    changes: [],
    successMessage: 'The rates were saved.',
    onDone: (response) =>
      queryClient.setQueryData(getCommissionOverridesQueryKey({ client: api.client, path }), response),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    const rate = (name: string) => Math.round(Number(text(name)) * 100) / 10_000
    save.run({
      productId: Number(text('productId')) as CommissionOverrideWrite['productId'],
      newRate: rate('newRate'),
      renewalRate: rate('renewalRate'),
      effectiveDate: text('effectiveDate'),
    })
  }
  const reloadAll = save.problem?.reload
  const reload =
    reloadAll &&
    (() => {
      save.reset()
      reloadAll()
    })
  const rate = { type: 'number', required: true, slotProps: { htmlInput: { min: 0, max: 100, step: 0.01 } } } as const
  return (
    <Stack component="form" onSubmit={submit} spacing={1} sx={{ maxWidth: 360 }}>
      <Typography component="h2" variant="h6">
        Set rates
      </Typography>
      {save.problem ? (
        <Alert severity="error" action={reload && <Button onClick={reload}>Reload rates</Button>}>
          {save.problem.text}
        </Alert>
      ) : null}
      <TextField select name="productId" label="Product" defaultValue={1} required>
        {productChoices.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <TextField name="newRate" label="New business, in percent" {...rate} />
      <TextField name="renewalRate" label="Renewal, in percent" {...rate} />
      <CalendarDateField
        name="effectiveDate"
        label="From"
        required
        min={firstOpenDate}
        helperText={
          firstOpenDate
            ? `${formatDate(firstOpenDate)} or later. Earlier months are closed.`
            : 'The rates apply to premium posted on this date or later.'
        }
      />
      <Button type="submit" variant="contained" disabled={save.isBusy} sx={{ alignSelf: 'flex-start' }}>
        Save rates
      </Button>
    </Stack>
  )
}

/** The agency's own commission rates, compared with the standard rates. */
export function AgencyOverrides({ agencyNo }: { agencyNo: string }) {
  const { permissions: roles = [] } = usePermissions<string[]>()
  const query = useQuery({
    ...getCommissionOverridesOptions({ client: api.client, path: { agencyNo } }),
    select: getPayload,
  })
  const { data } = query
  const mayChange = !roles.includes('readonly')
  const mayEdit = mayChange && roles.includes('commissionAdmin')
  return (
    <RecordLayout
      title={data ? `${data.agencyName} (${agencyNo})` : `Agency ${agencyNo}`}
      activity={{ subjectId: agencyNo }}
    >
      <Title title="Commission Overrides" />
      <Section
        title="Own rates"
        query={query}
        empty={data?.overrides.length === 0 ? 'The agency earns the standard rates.' : undefined}
      >
        <SimpleTable<CommissionOverride>
          label="Rates by product"
          rows={data?.overrides ?? []}
          rowKey={({ productId, effectiveDate }) => `${productId}.${effectiveDate}`}
          columns={[
            { heading: 'Product', cell: ({ productId }) => productNames[productId] },
            { heading: 'New business', isNumber: true, cell: (own) => formatRates(own.newRate, own.standardNewRate) },
            {
              heading: 'Renewal',
              isNumber: true,
              cell: (own) => formatRates(own.renewalRate, own.standardRenewalRate),
            },
            { heading: 'From', cell: ({ effectiveDate }) => formatDate(effectiveDate) },
            ...(mayEdit
              ? [
                  {
                    heading: '',
                    cell: ({ productId, effectiveDate }: CommissionOverride) => (
                      <Link
                        to={`/overrides/${agencyNo}.${productId}.${effectiveDate}`}
                        aria-label={`Edit ${productNames[productId]} from ${formatDate(effectiveDate)}`}
                      >
                        Edit
                      </Link>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </Section>
      {data && mayChange ? <RatesForm rates={data} /> : null}
      {data ? <ParentOverridesSection agencyNo={agencyNo} mayChange={mayChange} /> : null}
    </RecordLayout>
  )
}
