import { Button, Stack, Typography } from '@mui/material'
import type {
  MoratoriumAffectedPolicy,
  MoratoriumDryRun,
  MoratoriumPreview,
  RestrictedTransactionCount,
} from '@tideline/sdk'
import { previewMoratorium } from '@tideline/sdk/operations'
import { formatNumber } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Alert } from '../kit/Alert.tsx'
import { productNames } from '../kit/products.ts'
import { PolicyLink } from '../kit/records/PolicyLink.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { useAction } from '../kit/useAction.ts'
import { PolicyStatusChip } from '../policies/PolicyStatusChip.tsx'
import { actionLabels } from './labels.ts'
import { type MoratoriumFormValues, toMoratoriumRequest } from './moratorium-input.ts'

const pageSize = 25

/** The policies that the unsaved moratorium would affect if it were in force today. */
export function MoratoriumPreviewSection() {
  const event = useWatch() as Partial<MoratoriumFormValues>
  const [caught, setCaught] = useState<MoratoriumPreview>()
  const [dryRun, setDryRun] = useState<MoratoriumDryRun>()
  const preview = useAction((body: MoratoriumDryRun) => api.call(previewMoratorium, { body }), {
    changes: [],
    onDone: ({ payload }, body) => {
      setDryRun(body)
      setCaught((before) =>
        body.cursor && before ? { ...payload, items: [...before.items, ...payload.items] } : payload,
      )
    },
  })
  const { kind, products, actions, locations } = event
  const isReady = Boolean(kind && products?.length && actions?.length && locations?.length)
  const descriptionId = useId()
  const begin = () => {
    const { kind, products, actions, locations } = toMoratoriumRequest(event as MoratoriumFormValues)
    preview.run({ kind, products, actions, locations, take: pageSize })
  }
  return (
    <Stack spacing={1} sx={{ width: '100%', alignItems: 'flex-start' }}>
      <Button
        variant="outlined"
        loading={preview.isBusy}
        disabled={!isReady}
        aria-describedby={descriptionId}
        onClick={begin}
      >
        Dry run
      </Button>
      <Typography id={descriptionId} color="text.secondary">
        {isReady
          ? 'Shows the policies affected today. Nothing starts and no one is notified.'
          : 'Choose products, restricted transactions and counties first.'}
      </Typography>
      {preview.problem ? <Alert severity="error">{preview.problem.text}</Alert> : null}
      {caught && dryRun ? (
        <Stack spacing={2} sx={{ width: '100%' }} role="status">
          <Typography component="h2" variant="h6">
            {caught.resultCount === 0
              ? 'No policies affected'
              : `${formatNumber(caught.resultCount)}${caught.isCapped ? ' or more' : ''} ${caught.resultCount === 1 ? 'policy' : 'policies'} affected`}
          </Typography>
          <SimpleTable<RestrictedTransactionCount>
            label="By restricted transaction"
            rows={caught.counts}
            rowKey={({ action }) => action}
            columns={[
              { heading: 'Restricted transactions', cell: ({ action }) => actionLabels[action] },
              { heading: 'Policies', isNumber: true, cell: ({ policies }) => formatNumber(policies) },
              { heading: 'In progress', isNumber: true, cell: ({ inProgress }) => formatNumber(inProgress) },
            ]}
          />
          <Typography color="text.secondary">
            New business: policies bound in the last 30 days. In progress: started endorsements can no longer be bound,
            and cancellations are on hold until the moratorium ends, unless the insured requested them in writing.
          </Typography>
          {caught.items.length > 0 ? (
            <SimpleTable<MoratoriumAffectedPolicy>
              label="Affected policies"
              rows={caught.items}
              rowKey={({ policyNo }) => policyNo}
              columns={[
                {
                  heading: 'Policy',
                  cell: ({ policyNo }) => <PolicyLink policyNo={policyNo} opensTab />,
                },
                { heading: 'Insured', cell: ({ insuredName }) => insuredName },
                { heading: 'County', cell: ({ county, state }) => `${county}, ${state}` },
                { heading: 'Product', cell: ({ productId }) => productNames[productId] },
                { heading: 'Status', cell: ({ status }) => <PolicyStatusChip status={status} /> },
                {
                  heading: 'In progress',
                  cell: ({ inProgress }) => inProgress.map((action) => actionLabels[action]).join(', ') || '–',
                },
              ]}
            />
          ) : null}
          {caught.nextCursor ? (
            <Button
              loading={preview.isBusy}
              sx={{ alignSelf: 'flex-start' }}
              onClick={() => preview.run({ ...dryRun, cursor: caught.nextCursor ?? '' })}
            >
              Show more
            </Button>
          ) : null}
        </Stack>
      ) : null}
    </Stack>
  )
}
