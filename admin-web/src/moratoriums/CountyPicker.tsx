import {
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  FormHelperText,
  IconButton,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import type { County, MoratoriumEvent } from '@tideline/sdk'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { useState } from 'react'
import { required, useInput } from 'react-admin'
import { WrappingRow } from '../kit/records/WrappingRow.tsx'
import { CountyMap } from './CountyMap.tsx'
import { useCounties } from './useCounties.ts'

/** A county of a moratorium. If it has no dates of its own, the moratorium's dates apply. */
type Location = Pick<MoratoriumEvent['locations'][number], 'countyFips' | 'county' | 'state'> & {
  startDate?: string | null
  stopDate?: string | null
}

const inState = (counties: readonly County[], state: string) => counties.filter((county) => county.state === state)

/** The counties of one state as checkboxes, with a search field. */
function CountyList(props: { counties: readonly County[]; chosen: readonly string[]; toggle: (fips: string) => void }) {
  const { counties, chosen, toggle } = props
  const [text, setText] = useState('')
  const shown = counties.filter(({ county }) => county.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <Stack spacing={1} sx={{ minWidth: 0 }}>
      <TextField label="Find a county" size="small" value={text} onChange={(change) => setText(change.target.value)} />
      <Box
        role="group"
        aria-label="Counties of the state"
        sx={{
          maxHeight: 280,
          overflowY: 'auto',
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(9rem, 1fr))',
        }}
      >
        {shown.map(({ countyFips, county }) => (
          <FormControlLabel
            key={countyFips}
            label={county}
            control={
              <Checkbox size="small" checked={chosen.includes(countyFips)} onChange={() => toggle(countyFips)} />
            }
          />
        ))}
        {shown.length === 0 ? <Typography color="text.secondary">No county found with that name.</Typography> : null}
      </Box>
    </Stack>
  )
}

/** A selected county with its own dates. */
function SelectedCounty({
  location,
  change,
  leave,
}: {
  location: Location
  change: (days: object) => void
  leave: () => void
}) {
  const { county, state } = location
  const name = `${county}, ${state}`
  const day = (label: string, field: 'startDate' | 'stopDate') => (
    <TextField
      label={label}
      type="date"
      size="small"
      value={location[field] ?? ''}
      onChange={(event) => change({ [field]: event.target.value || null })}
      slotProps={{ htmlInput: { 'aria-label': `${label}, ${name}` }, inputLabel: { shrink: true } }}
      sx={{ flex: '1 1 9rem', maxWidth: '11rem' }}
    />
  )
  return (
    <WrappingRow component="li">
      <Typography sx={{ flex: '1 1 8rem', fontWeight: 600 }}>{name}</Typography>
      {day('From', 'startDate')}
      {day('Until', 'stopDate')}
      <IconButton aria-label={`Leave out ${name}`} onClick={leave}>
        <Icon name="close" />
      </IconButton>
    </WrappingRow>
  )
}

/** Selects the counties of a moratorium by state, on a map and in a list. Each county can have its own dates. */
export function CountyPicker() {
  const all = useCounties()
  const { field, fieldState } = useInput({
    source: 'locations',
    defaultValue: [],
    validate: required('Choose at least one county.'),
  })
  const chosen: Location[] = field.value ?? []
  const codes = chosen.map(({ countyFips }) => countyFips)
  const [state, setState] = useState(chosen[0]?.state ?? 'FL')
  const counties = inState(all.data ?? [], state)
  const states = [...new Set((all.data ?? []).map((county) => county.state))]
  const named = (county: County): Location => ({ ...county })
  const toggle = (fips: string) => {
    const county = counties.find(({ countyFips }) => countyFips === fips)
    if (codes.includes(fips)) field.onChange(chosen.filter(({ countyFips }) => countyFips !== fips))
    else if (county) field.onChange([...chosen, named(county)])
  }
  const missing = counties.filter(({ countyFips }) => !codes.includes(countyFips))
  return (
    <Stack component="fieldset" spacing={2} sx={{ border: 0, padding: 0, margin: 0, minWidth: 0, width: '100%' }}>
      <Typography component="legend" variant="h6">
        Counties
      </Typography>
      <WrappingRow>
        <TextField
          select
          label="State"
          size="small"
          value={states.includes(state as County['state']) ? state : ''}
          onChange={(change) => setState(change.target.value)}
          sx={{ width: '8rem' }}
        >
          {states.map((one) => (
            <MenuItem key={one} value={one}>
              {one}
            </MenuItem>
          ))}
        </TextField>
        {missing.length > 0 ? (
          <Button onClick={() => field.onChange([...chosen, ...missing.map(named)])}>All counties of {state}</Button>
        ) : null}
        {chosen.length > 0 ? <Button onClick={() => field.onChange([])}>None</Button> : null}
      </WrappingRow>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
        }}
      >
        <CountyMap counties={counties} chosen={codes} toggle={toggle} />
        <CountyList key={state} counties={counties} chosen={codes} toggle={toggle} />
      </Box>
      {fieldState.error ? <FormHelperText error>Choose at least one county.</FormHelperText> : null}
      {chosen.length > 0 ? (
        <>
          <Typography color="text.secondary">
            {chosen.length === 1 ? 'One county' : `${chosen.length} counties`}. Set dates only where they differ from
            the moratorium.
          </Typography>
          <Stack
            component="ul"
            spacing={1}
            sx={{ padding: 0, margin: 0, maxHeight: 320, overflowY: 'auto', listStyle: 'none', paddingTop: 1 }}
          >
            {chosen.map((location) => (
              <SelectedCounty
                key={location.countyFips}
                location={location}
                change={(days) =>
                  field.onChange(
                    chosen.map((one) => (one.countyFips === location.countyFips ? { ...one, ...days } : one)),
                  )
                }
                leave={() => field.onChange(chosen.filter(({ countyFips }) => countyFips !== location.countyFips))}
              />
            ))}
          </Stack>
        </>
      ) : null}
    </Stack>
  )
}
