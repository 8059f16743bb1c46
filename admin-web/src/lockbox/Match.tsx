import { Box, Button, Card, CardContent, Stack, TextField, Typography } from '@mui/material'
import type { LockboxItem, LockboxSuggestion } from '@tideline/sdk'
import { zPolicyNo } from '@tideline/sdk/zod'
import { money } from '@tideline/web-kit/formats/format.ts'
import { useState } from 'react'
import { Split } from './Split.tsx'
import { listed, type Wish } from './words.ts'

interface MatchProps {
  item: LockboxItem
  isBusy: boolean
  /** Does it at once: the best match, which can be taken back. */
  applyNow: (wish: Wish) => void
  /** Asks before. */
  ask: (wish: Wish) => void
}

const isWhole = (item: LockboxItem, { totalDue }: LockboxSuggestion) => totalDue === item.amount
const dueOf = ({ totalDue }: LockboxSuggestion) => (totalDue > 0 ? `owes ${money(totalDue)}` : 'owes nothing')

/** Held down, Enter would run through the whole list. */
const onceByKey = {
  onKeyDown: (event: React.KeyboardEvent) => {
    if (event.repeat) event.preventDefault()
  },
}

/** The one that fits best, filled; a split where the reference names several. */
function Best({ item, isBusy, applyNow }: Omit<MatchProps, 'ask'>) {
  const [best] = item.suggestions
  if (item.split.length > 0)
    return (
      <>
        <Button
          variant="contained"
          autoFocus
          loading={isBusy}
          {...onceByKey}
          onClick={() => applyNow({ action: 'apply', parts: item.split })}
        >
          Apply {listed(item.split)}
        </Button>
        <Typography>The reference names several policies; each gets what it owes.</Typography>
      </>
    )
  if (!best) return <Typography>No policy is like it. Type the number of one, or return the check.</Typography>
  return (
    <>
      <Button
        variant="contained"
        autoFocus
        loading={isBusy}
        {...onceByKey}
        onClick={() => applyNow({ action: 'apply', policyNo: best.policyNo })}
      >
        Apply {money(item.amount)} to {best.policyNo}
      </Button>
      <Typography>
        {best.insuredName} {dueOf(best)}
        {isWhole(item, best) ? ', just this amount' : ''}. {best.reason}
      </Typography>
    </>
  )
}

/** Where the money may belong: the best match, the others with their reasons, any other policy, several. */
export function Match(props: MatchProps) {
  const { item, ask } = props
  const [typed, setTyped] = useState('')
  const [isSplit, setIsSplit] = useState(false)
  const number = typed.trim().toUpperCase()
  const others = item.split.length > 0 ? item.suggestions : item.suggestions.slice(1)
  return (
    <Card component="section" variant="outlined" aria-label="Match">
      <CardContent>
        <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
          <Best {...props} />
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
                    {one.policyNo} {one.insuredName} {dueOf(one)}. {one.reason}
                  </Typography>
                  <Button
                    size="small"
                    aria-label={`Apply to ${one.policyNo}`}
                    onClick={() => ask({ action: 'apply', policyNo: one.policyNo })}
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
            sx={{ alignItems: 'center', width: '100%' }}
            onSubmit={(event) => {
              event.preventDefault()
              if (zPolicyNo.safeParse(number).success) ask({ action: 'apply', policyNo: number })
            }}
          >
            <TextField
              label="Any other policy"
              size="small"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              sx={{ flex: '1 1 12rem', maxWidth: '20rem' }}
            />
            <Button type="submit" disabled={!zPolicyNo.safeParse(number).success}>
              Apply
            </Button>
          </Stack>
          {isSplit ? <Split item={item} apply={ask} /> : null}
          <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
            {isSplit ? null : <Button onClick={() => setIsSplit(true)}>Split over several policies</Button>}
            <Button color="warning" onClick={() => ask({ action: 'return' })}>
              Return to sender
            </Button>
            <Button color="error" onClick={() => ask({ action: 'bounce' })}>
              The check bounced
            </Button>
          </Stack>
        </Stack>
      </CardContent>
    </Card>
  )
}
