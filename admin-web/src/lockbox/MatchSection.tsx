import { Box, Button, Card, CardContent, Stack, TextField, Typography } from '@mui/material'
import type { LockboxItem, LockboxSuggestion } from '@tideline/sdk'
import { zPolicyNo } from '@tideline/sdk/zod'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { useState } from 'react'
import { ActionButton } from '../kit/ActionButton.tsx'
import { WrappingRow } from '../kit/records/WrappingRow.tsx'
import { SplitCheckForm } from './actions/SplitCheckForm.tsx'
import { type CheckAction, formatSplitAmounts } from './labels.ts'

interface MatchProps {
  item: LockboxItem
  isBusy: boolean
  /** Applies the best match without a confirmation dialog. */
  applyNow: (action: CheckAction) => void
  /** Opens the dialog that shows the effect and asks for confirmation. */
  onRequestConfirmation: (action: CheckAction) => void
}

/** Returns whether the check exceeds the amount due. The user must confirm the resulting overpayment. */
const exceedsDue = (item: LockboxItem, { totalDue }: LockboxSuggestion) => item.amount > Math.max(totalDue, 0)
const isWhole = (item: LockboxItem, { totalDue }: LockboxSuggestion) => totalDue === item.amount
const getDue = ({ totalDue }: LockboxSuggestion) => (totalDue > 0 ? `${formatMoney(totalDue)} due` : 'no balance')

/** Ignores key repeats of Enter so that holding the key does not apply several checks. */
const ignoreKeyRepeat = {
  onKeyDown: (event: React.KeyboardEvent) => {
    if (event.repeat) event.preventDefault()
  },
}

/**
 * A button that applies the best match. If the check's reference contains several policy numbers, suggests a split
 * instead.
 */
function BestMatchButton({ item, isBusy, applyNow, onRequestConfirmation: requestConfirmation }: MatchProps) {
  const [best] = item.suggestions
  if (item.split.length > 0)
    return (
      <>
        <Button
          variant="contained"
          autoFocus
          loading={isBusy}
          {...ignoreKeyRepeat}
          onClick={() => requestConfirmation({ action: 'apply', parts: item.split })}
        >
          Apply {formatSplitAmounts(item.split)}
        </Button>
        <Typography>The reference contains several policy numbers. Each policy receives its amount due.</Typography>
      </>
    )
  if (!best) return <Typography>No matching policy. Enter a policy number, or return the check.</Typography>
  return (
    <>
      <Button
        variant="contained"
        autoFocus
        loading={isBusy}
        {...ignoreKeyRepeat}
        onClick={() =>
          (exceedsDue(item, best) ? requestConfirmation : applyNow)({ action: 'apply', policyNo: best.policyNo })
        }
      >
        Apply {formatMoney(item.amount)} to {best.policyNo}
      </Button>
      <Typography>
        {best.insuredName}, {getDue(best)}
        {isWhole(item, best) ? ', exactly this amount' : ''}. {best.reason}
      </Typography>
    </>
  )
}

/**
 * The policy suggestions for a check. Staff can apply the check to a suggested policy or another policy, or split it.
 */
export function MatchSection(props: MatchProps) {
  const { item, onRequestConfirmation: requestConfirmation } = props
  const [typed, setTyped] = useState('')
  const [isSplit, setIsSplit] = useState(false)
  const number = typed.trim().toUpperCase()
  const others = item.split.length > 0 ? item.suggestions : item.suggestions.slice(1)
  return (
    <Card component="section" variant="outlined" aria-label="Match">
      <CardContent>
        <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
          <BestMatchButton {...props} />
          {others.length > 0 ? (
            <Box
              component="ul"
              aria-label="Other policies"
              sx={{ listStyle: 'none', padding: 0, margin: 0, width: '100%' }}
            >
              {others.map((one) => (
                <Stack
                  component="li"
                  key={one.policyNo}
                  direction="row"
                  spacing={1}
                  sx={{
                    alignItems: 'center',
                    justifyContent: 'space-between',
                    borderTop: 1,
                    borderColor: 'divider',
                    paddingY: 0.5,
                  }}
                >
                  <Typography color="text.secondary" sx={{ minWidth: 0 }}>
                    {one.policyNo} {one.insuredName}, {getDue(one)}. {one.reason}
                  </Typography>
                  <Button
                    size="small"
                    aria-label={`Apply to ${one.policyNo}`}
                    onClick={() => requestConfirmation({ action: 'apply', policyNo: one.policyNo })}
                  >
                    Apply
                  </Button>
                </Stack>
              ))}
            </Box>
          ) : null}
          <Stack
            component="form"
            direction="row"
            spacing={1}
            useFlexGap
            sx={{ alignItems: 'center', flexWrap: 'wrap', width: '100%' }}
            onSubmit={(event) => {
              event.preventDefault()
              if (zPolicyNo.safeParse(number).success) requestConfirmation({ action: 'apply', policyNo: number })
            }}
          >
            <TextField
              label={item.suggestions.length > 0 ? 'Another policy' : 'Policy'}
              size="small"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              sx={{ flex: '1 1 12rem', maxWidth: '20rem' }}
            />
            <ActionButton
              type="submit"
              disabledReason={zPolicyNo.safeParse(number).success ? undefined : 'Enter a policy number.'}
            >
              Apply
            </ActionButton>
          </Stack>
          {isSplit ? <SplitCheckForm item={item} apply={requestConfirmation} /> : null}
          <WrappingRow>
            {isSplit ? null : <Button onClick={() => setIsSplit(true)}>Split across policies</Button>}
            <Button color="warning" onClick={() => requestConfirmation({ action: 'return' })}>
              Return to sender
            </Button>
            <Button color="error" onClick={() => requestConfirmation({ action: 'bounce' })}>
              Mark as bounced
            </Button>
          </WrappingRow>
        </Stack>
      </CardContent>
    </Card>
  )
}
