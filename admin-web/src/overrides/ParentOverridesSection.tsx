import { Button, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ListParentOverridesResponse, ParentOverride, ParentOverrideCreate, ParentOverrides } from '@tideline/sdk'
import { createParentOverride, endParentOverride, removeParentOverride } from '@tideline/sdk/operations'
import { listParentOverridesQueryKey } from '@tideline/sdk/query'
import { formatDate, formatPercent } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { FormDialog } from '../kit/dialogs/FormDialog.tsx'
import { CalendarDateField } from '../kit/fields/CalendarDateField.tsx'
import { productNames } from '../kit/products.ts'
import { Section } from '../kit/records/Section.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { useAction } from '../kit/useAction.ts'
import { productChoices } from './labels.ts'
import { getParentOverridesQuery } from './useFirstOpenDate.ts'

const describeProduct = (id: ParentOverride['productId']) => (id === null ? 'All others' : productNames[id])
const getTitle = ({ parentAgencyName, rate, productId }: ParentOverride) =>
  `${parentAgencyName}, ${formatPercent(rate)} on ${productId === null ? 'all products' : productNames[productId]}`

/** Returns a function that changes overrides and replaces the cached list with the server's response. */
function useOverrideAction<Input>(
  agencyNo: string,
  send: (input: Input) => Promise<ListParentOverridesResponse>,
  successMessage: string,
  onClose: () => void,
) {
  const queryClient = useQueryClient()
  return useAction(send, {
    changes: [],
    successMessage,
    onDone: (response) => {
      queryClient.setQueryData(listParentOverridesQueryKey({ client: api.client, path: { agencyNo } }), response)
      onClose()
    },
  })
}

function AddOverrideDialog({
  of: { agencyNo, agencyName, parents, firstOpenDate },
  onClose,
}: {
  of: ParentOverrides
  onClose: () => void
}) {
  const begin = useOverrideAction(
    agencyNo,
    (body: ParentOverrideCreate) => api.call(createParentOverride, { path: { agencyNo }, body }),
    'The override was added.',
    onClose,
  )
  return (
    <FormDialog
      title={`Add an override on the premium of ${agencyName}`}
      submitLabel="Add override"
      isBusy={begin.isBusy}
      problem={begin.problem}
      onClose={onClose}
      onSubmit={(text) =>
        begin.run({
          parentAgencyNo: text('parent'),
          productId: text('product') === 'all' ? null : (Number(text('product')) as ParentOverrideCreate['productId']),
          rate: Math.round(Number(text('rate')) * 100) / 10_000,
          effectiveFrom: text('from'),
          effectiveTo: text('to') || null,
        })
      }
    >
      <TextField
        select
        name="parent"
        label="Parent agency"
        defaultValue={parents[0]?.agencyNo ?? ''}
        required
        fullWidth
        margin="normal"
      >
        {parents.map(({ agencyNo, agencyName }) => (
          <MenuItem key={agencyNo} value={agencyNo}>
            {agencyName} ({agencyNo})
          </MenuItem>
        ))}
      </TextField>
      <TextField select name="product" label="Product" defaultValue="all" required fullWidth margin="normal">
        <MenuItem value="all">All products without their own override</MenuItem>
        {productChoices.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        name="rate"
        label="Rate, in percent of the premium"
        type="number"
        required
        fullWidth
        margin="normal"
        slotProps={{ htmlInput: { min: 0, max: 100, step: 0.01 } }}
      />
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ marginTop: 2, marginBottom: 1 }}>
        <CalendarDateField name="from" label="Start date" required min={firstOpenDate ?? undefined} />
        <CalendarDateField name="to" label="End date (optional)" />
      </Stack>
      <Typography variant="body2" color="text.secondary">
        The override applies to premium posted from the start date through the end date.
        {firstOpenDate ? ` The start date is ${formatDate(firstOpenDate)} or later: earlier months are closed.` : ''}
      </Typography>
    </FormDialog>
  )
}

function EndOverrideDialog({
  agencyNo,
  override,
  onClose,
}: {
  agencyNo: string
  override: ParentOverride
  onClose: () => void
}) {
  const { overrideId } = override
  const end = useOverrideAction(
    agencyNo,
    (effectiveTo: string) => api.call(endParentOverride, { path: { agencyNo, overrideId }, body: { effectiveTo } }),
    'The end date was set.',
    onClose,
  )
  return (
    <FormDialog
      title={`End ${getTitle(override)}`}
      submitLabel="Set end date"
      isBusy={end.isBusy}
      problem={end.problem}
      onClose={onClose}
      onSubmit={(text) => end.run(text('to'))}
    >
      <Typography>The agency earns override commission through this date. The override stays in this list.</Typography>
      <CalendarDateField name="to" label="End date" required margin="normal" />
    </FormDialog>
  )
}

function RemoveOverrideDialog({
  agencyNo,
  override,
  onClose,
}: {
  agencyNo: string
  override: ParentOverride
  onClose: () => void
}) {
  const { overrideId } = override
  const remove = useOverrideAction(
    agencyNo,
    () => api.call(removeParentOverride, { path: { agencyNo, overrideId } }),
    'The override was removed.',
    onClose,
  )
  return (
    <FormDialog
      title={`Remove ${getTitle(override)}?`}
      submitLabel="Remove"
      isBusy={remove.isBusy}
      problem={remove.problem}
      onClose={onClose}
      onSubmit={() => remove.run(undefined)}
    >
      <Typography>Commission from this override is removed from open months.</Typography>
    </FormDialog>
  )
}

type OpenDialog = { what: 'begin' } | { what: 'end' | 'remove'; override: ParentOverride }

/** The parent agencies' overrides on this agency's premium, with start and end dates. Includes ended overrides. */
export function ParentOverridesSection({ agencyNo, mayChange }: { agencyNo: string; mayChange: boolean }) {
  const [dialog, setDialog] = useState<OpenDialog>()
  const query = useQuery(getParentOverridesQuery(agencyNo))
  const { data } = query
  const close = () => setDialog(undefined)
  const { parents = [], overrides = [] } = data ?? {}
  const none =
    parents.length === 0
      ? 'This agency has no parent agency.'
      : 'No parent agency earns an override on this agency’s premium.'
  return (
    <>
      <Section title="Parent agency overrides" query={query} empty={overrides.length === 0 ? none : undefined}>
        <SimpleTable<ParentOverride>
          label="Parent agency overrides"
          rows={overrides}
          rowKey={({ overrideId }) => overrideId}
          columns={[
            {
              heading: 'Parent agency',
              cell: ({ parentAgencyNo, parentAgencyName }) => (
                <Link to={`/overrides/${parentAgencyNo}`}>
                  {parentAgencyName} ({parentAgencyNo})
                </Link>
              ),
            },
            { heading: 'Product', cell: ({ productId }) => describeProduct(productId) },
            { heading: 'Rate', isNumber: true, cell: ({ rate }) => formatPercent(rate) },
            { heading: 'Start date', cell: ({ effectiveFrom }) => formatDate(effectiveFrom) },
            { heading: 'Last day', cell: ({ effectiveTo }) => (effectiveTo ? formatDate(effectiveTo) : 'No end date') },
            { heading: 'Created by', cell: ({ createdBy }) => createdBy },
            ...(mayChange
              ? [
                  {
                    heading: '',
                    cell: (override: ParentOverride) => (
                      <>
                        <Button
                          size="small"
                          aria-label={`End ${getTitle(override)}`}
                          onClick={() => setDialog({ what: 'end', override })}
                        >
                          End
                        </Button>
                        <Button
                          size="small"
                          aria-label={`Remove ${getTitle(override)}`}
                          onClick={() => setDialog({ what: 'remove', override })}
                        >
                          Remove
                        </Button>
                      </>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </Section>
      {mayChange && parents.length > 0 ? (
        <Button variant="outlined" sx={{ alignSelf: 'flex-start' }} onClick={() => setDialog({ what: 'begin' })}>
          Add override
        </Button>
      ) : null}
      {data && dialog?.what === 'begin' ? <AddOverrideDialog of={data} onClose={close} /> : null}
      {dialog?.what === 'end' ? (
        <EndOverrideDialog agencyNo={agencyNo} override={dialog.override} onClose={close} />
      ) : null}
      {dialog?.what === 'remove' ? (
        <RemoveOverrideDialog agencyNo={agencyNo} override={dialog.override} onClose={close} />
      ) : null}
    </>
  )
}
