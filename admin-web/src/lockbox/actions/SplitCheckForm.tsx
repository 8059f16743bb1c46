import { Button, Stack, TextField, Typography } from '@mui/material'
import type { LockboxItem } from '@tideline/sdk'
import { zPolicyNo } from '@tideline/sdk/zod'
import { formatInputAmount, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { useId, useState } from 'react'
import { ActionButton } from '../../kit/ActionButton.tsx'
import { WrappingRow } from '../../kit/records/WrappingRow.tsx'
import type { CheckAction } from '../labels.ts'

interface Line {
  key: number
  policyNo: string
  amount: string
}

const maxLines = 10
const cents = (text: string) => Math.round(Number(text || 0) * 100)
const isMoney = (text: string) => /^\d{1,9}(\.\d{1,2})?$/.test(text.trim())

/** Splits one check across several policies until the whole amount is allocated. */
export function SplitCheckForm({ item, apply }: { item: LockboxItem; apply: (action: CheckAction) => void }) {
  const first = item.suggestions.slice(0, 2)
  const [lines, setLines] = useState<Line[]>(() =>
    [0, 1].map((key) => ({
      key,
      policyNo: item.split[key]?.policyNo ?? first[key]?.policyNo ?? '',
      amount: item.split[key] ? formatInputAmount(item.split[key].amount) : '',
    })),
  )
  const left = Math.round(item.amount * 100) - lines.reduce((sum, { amount }) => sum + cents(amount), 0)
  const change = (key: number, fields: Partial<Line>) =>
    setLines(lines.map((line) => (line.key === key ? { ...line, ...fields } : line)))
  const numbers = lines.map(({ policyNo }) => policyNo.trim().toUpperCase())
  const statusId = useId()
  const getDisabledReason = () => {
    if (!lines.every(({ amount }) => isMoney(amount) && cents(amount) > 0))
      return 'Enter an amount above $0.00 for each policy.'
    if (!numbers.every((number) => zPolicyNo.safeParse(number).success)) return 'Enter a policy number for each amount.'
    if (new Set(numbers).size < numbers.length) return 'The same policy is listed twice.'
    return left === 0 ? undefined : 'Allocate the exact amount of the check.'
  }
  return (
    <Stack spacing={1} role="group" aria-label="Split">
      {lines.map((line, at) => (
        <WrappingRow key={line.key}>
          <TextField
            label={`Policy ${at + 1}`}
            size="small"
            value={line.policyNo}
            onChange={({ target }) => change(line.key, { policyNo: target.value })}
            sx={{ flex: '1 1 9rem' }}
          />
          <TextField
            label={`Amount ${at + 1}`}
            size="small"
            value={line.amount}
            onChange={({ target }) => change(line.key, { amount: target.value })}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
            sx={{ flex: '1 1 7rem' }}
          />
          <Button
            size="small"
            disabled={left === 0}
            aria-describedby={statusId}
            onClick={() => change(line.key, { amount: formatInputAmount((cents(line.amount) + left) / 100) })}
          >
            Use remaining
          </Button>
        </WrappingRow>
      ))}
      <Typography id={statusId} role="status" color={left === 0 ? 'text.secondary' : 'text.primary'}>
        {left === 0
          ? 'Fully allocated'
          : left > 0
            ? `${formatMoney(left / 100)} left to allocate`
            : `${formatMoney(-left / 100)} over the amount of the check`}
      </Typography>
      <WrappingRow>
        <ActionButton
          disabledReason={
            lines.length >= maxLines ? `A check can be split across ${maxLines} policies at most.` : undefined
          }
          onClick={() =>
            setLines([...lines, { key: Math.max(...lines.map(({ key }) => key)) + 1, policyNo: '', amount: '' }])
          }
        >
          Add policy
        </ActionButton>
        <ActionButton
          variant="outlined"
          disabledReason={getDisabledReason()}
          onClick={() =>
            apply({
              action: 'apply',
              parts: lines.map(({ amount }, at) => ({ policyNo: numbers[at] ?? '', amount: cents(amount) / 100 })),
            })
          }
        >
          Apply split
        </ActionButton>
      </WrappingRow>
    </Stack>
  )
}
