import { Checkbox, Stack, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { type SmallBalance, type SmallBalanceKind, TidelineError } from '@tideline/sdk'
import { writeOffBalance } from '@tideline/sdk/operations'
import { listSmallBalancesInfiniteOptions } from '@tideline/sdk/query'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { invalidateOperations } from '@tideline/web-kit/screen/action-options.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { usePermissions } from 'react-admin'
import { Link } from 'react-router'
import { ActionButton } from '../kit/ActionButton.tsx'
import { Alert } from '../kit/Alert.tsx'
import { ReasonDialog } from '../kit/dialogs/ReasonDialog.tsx'
import { Section } from '../kit/records/Section.tsx'
import { FilterSelect } from '../kit/tables/FilterSelect.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { usePagedList } from '../kit/tables/usePagedList.tsx'
import { useUrlFilter } from '../kit/tables/useUrlFilter.ts'
import { formatBalance } from './format-balance.ts'

const kinds: Record<SmallBalanceKind, string> = { owed: 'Owed', credit: 'Credit balances' }
const isKind = (text: string): text is SmallBalanceKind => Object.hasOwn(kinds, text)

/** The result of one write-off. */
type WriteOffResult = 'done' | { problem: string }

/**
 * Writes off each balance separately, so that a rejected row does not block the other rows. Reports each row's result.
 */
async function writeOffEach(
  rows: SmallBalance[],
  reason: string,
  onResult: (row: SmallBalance, outcome: WriteOffResult) => void,
) {
  for (const row of rows)
    try {
      await api.call(writeOffBalance, { path: { policyNo: row.policyNo }, body: { amount: row.balance, reason } })
      onResult(row, 'done')
    } catch (problem) {
      if (!(problem instanceof TidelineError)) throw problem
      onResult(row, { problem: problem.message })
    }
}

/**
 * Small balances that finance can write off, individually or together with one shared reason (ADR 37). The filter is in the
 * URL.
 */
export function SmallBalancesSection() {
  const [kindParam, setKind] = useUrlFilter('kind')
  const kind = isKind(kindParam) ? kindParam : undefined
  const { rows, query, more } = usePagedList(
    listSmallBalancesInfiniteOptions({ client: api.client, query: { take: 50, ...(kind && { kind }) } }),
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [toConfirm, setToConfirm] = useState<SmallBalance[]>()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, WriteOffResult>>(new Map())
  const [progress, setProgress] = useState<{ done: number; of: number }>()
  const queryClient = useQueryClient()
  const { permissions = [] } = usePermissions<string[]>()
  const mayWrite = !permissions.includes('readonly')
  const open = rows.filter(({ policyNo }) => outcomes.get(policyNo) !== 'done')
  const picked = open.filter(({ policyNo }) => chosen.has(policyNo))
  const toggle = (policyNo: string) =>
    setChosen((before) => {
      const after = new Set(before)
      if (!after.delete(policyNo)) after.add(policyNo)
      return after
    })
  const writeOff = async (wanted: SmallBalance[], reason: string) => {
    setToConfirm(undefined)
    let done = 0
    setProgress({ done, of: wanted.length })
    try {
      await writeOffEach(wanted, reason, ({ policyNo }, outcome) => {
        done += 1
        setProgress({ done, of: wanted.length })
        setOutcomes((before) => new Map(before).set(policyNo, outcome))
      })
    } finally {
      setProgress(undefined)
      setChosen(new Set())
      await invalidateOperations(queryClient, ['listAging'])
    }
  }
  const counted = [...outcomes.values()].filter((outcome) => outcome === 'done').length
  return (
    <>
      <Section
        title="Small balances"
        query={query}
        empty={rows.length === 0 && !kind ? 'No balances qualify for write-off.' : undefined}
      >
        <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', marginBottom: 1 }}>
          <FilterSelect label="Kind" labels={kinds} chosen={kind} onChoose={(kind) => setKind(kind ?? '')} />
          {mayWrite ? (
            <ActionButton
              variant="contained"
              disabled={progress !== undefined}
              disabledReason={picked.length === 0 && !progress ? 'Select a balance.' : undefined}
              onClick={() => setToConfirm(picked)}
            >
              {picked.length > 0 ? `Write off ${picked.length}` : 'Write off'}
            </ActionButton>
          ) : null}
          <Typography color="text.secondary" role="status">
            {progress ? `${progress.done} of ${progress.of}…` : counted > 0 ? `${counted} written off.` : ''}
          </Typography>
        </Stack>
        {rows.length === 0 ? <Typography>No balances match the filter.</Typography> : null}
        <SimpleTable<SmallBalance>
          label="Policies with a small balance"
          rows={rows}
          rowKey={({ policyNo }) => policyNo}
          columns={[
            ...(mayWrite
              ? [
                  {
                    heading: 'Chosen',
                    cell: ({ policyNo }: SmallBalance) => (
                      <Checkbox
                        size="small"
                        checked={chosen.has(policyNo)}
                        disabled={outcomes.get(policyNo) === 'done' || progress !== undefined}
                        onChange={() => toggle(policyNo)}
                        slotProps={{ input: { 'aria-label': `Choose ${policyNo}` } }}
                      />
                    ),
                  },
                ]
              : []),
            {
              heading: 'Policy',
              isTitle: true,
              cell: ({ policyNo }) => <Link to={`/billing/policies/${policyNo}`}>{policyNo}</Link>,
            },
            { heading: 'Balance', cell: ({ balance }) => formatBalance(balance) },
            { heading: 'Insured', cell: ({ insuredName }) => insuredName },
            { heading: 'Agency', cell: ({ agencyNo }) => agencyNo },
            {
              heading: 'Result',
              cell: ({ policyNo }) => {
                const outcome = outcomes.get(policyNo)
                if (!outcome) return ''
                return outcome === 'done' ? (
                  'Written off'
                ) : (
                  <Alert severity="warning" role="alert">
                    {outcome.problem}
                  </Alert>
                )
              },
            },
          ]}
        />
        {more}
      </Section>
      {toConfirm ? (
        <ReasonDialog
          title={toConfirm.length === 1 ? 'Write off one balance?' : `Write off ${toConfirm.length} balances?`}
          label="Reason"
          submitLabel="Write off"
          isBusy={false}
          problem={undefined}
          onSubmit={(reason) => void writeOff(toConfirm, reason)}
          onClose={() => setToConfirm(undefined)}
        >
          <Typography>
            {formatMoney(toConfirm.reduce((sum, { balance }) => sum + Math.abs(balance), 0))} in all. You can reverse
            each write-off on the policy's billing page.
          </Typography>
        </ReasonDialog>
      ) : null}
    </>
  )
}
