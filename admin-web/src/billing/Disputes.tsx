import { Box, Button, Chip, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Dispute } from '@tideline/sdk'
import { listDisputes } from '@tideline/sdk/operations'
import { dayAndTime, money } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { Title } from 'react-admin'
import { Link } from 'react-router'
import { Section } from '../tables/Section.tsx'
import { BillingTabs } from './BillingTabs.tsx'

const states: Record<Dispute['state'], { word: string; color: 'warning' | 'info' | 'success' | 'error' | 'default' }> =
  {
    inquiry: { word: 'Inquiry', color: 'warning' },
    needsResponse: { word: 'Needs evidence', color: 'warning' },
    underReview: { word: 'Under review', color: 'info' },
    won: { word: 'Won', color: 'success' },
    lost: { word: 'Lost', color: 'error' },
    closed: { word: 'Closed', color: 'default' },
  }
const isState = (text: string): text is Dispute['state'] => Object.hasOwn(states, text)

/** `product_not_received` as people write it. */
const inWords = (reason: string) => {
  const text = reason.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function Row({ dispute }: { dispute: Dispute }) {
  const { amount, state, policyNo, insuredName, policyPaymentId, paymentId, evidenceDueAt, effect, reason } = dispute
  const { word, color } = states[state]
  const isWaiting = state === 'inquiry' || state === 'needsResponse'
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider', paddingY: 1.5 }}>
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography component="h3" sx={{ fontWeight: 600 }}>
          {money(amount)} of {insuredName}
        </Typography>
        <Chip size="small" variant="outlined" color={color} label={word} />
        {evidenceDueAt && isWaiting ? (
          <Typography>Evidence until {dayAndTime(evidenceDueAt)}, given at Stripe</Typography>
        ) : null}
      </Stack>
      <Typography>{effect}</Typography>
      <Typography color="text.secondary">
        <Link to={`/billing/policies/${policyNo}`}>{policyNo}</Link>, payment{' '}
        <Link to={`/billing/payments/${policyPaymentId}`}>{paymentId}</Link>. Opened {dayAndTime(dispute.openedAt)}:{' '}
        {inWords(reason)}.
      </Typography>
    </Box>
  )
}

/** What payers dispute at their banks, what waits for evidence first. */
export default function Disputes() {
  const [chosen, setChosen] = useState('')
  const state = isState(chosen) ? chosen : undefined
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['disputes', state],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) =>
      (
        await api.call(listDisputes, {
          query: { take: 25, ...(state && { state }), ...(pageParam && { cursor: pageParam }) },
        })
      ).payload,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const rows = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Stack spacing={2}>
      <Title title="Disputes" />
      <BillingTabs />
      <TextField
        select
        label="Status"
        size="small"
        value={chosen}
        onChange={(change) => setChosen(change.target.value)}
        sx={{ width: '14rem' }}
      >
        <MenuItem value="">All</MenuItem>
        {Object.entries(states).map(([id, { word }]) => (
          <MenuItem key={id} value={id}>
            {word}
          </MenuItem>
        ))}
      </TextField>
      <Section
        title="Disputed payments"
        isPending={isPending}
        error={error}
        retry={refetch}
        empty={rows.length === 0 ? 'No payer disputes a payment.' : undefined}
      >
        <Box component="ul" sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
          {rows.map((dispute) => (
            <Row key={dispute.disputeId} dispute={dispute} />
          ))}
        </Box>
        {hasNextPage ? (
          <Button loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show more
          </Button>
        ) : null}
      </Section>
    </Stack>
  )
}
