import { Stack } from '@mui/material'
import { AgingSection } from './AgingSection.tsx'
import { CountySection } from './CountySection.tsx'
import { MonthlyFigures } from './MonthlyFigures.tsx'

/** The key figures of the book: by month, balances by days past due, and policies in force by county (UI-21). */
export default function KeyFiguresSections() {
  return (
    <Stack spacing={2}>
      <MonthlyFigures />
      <AgingSection />
      <CountySection />
    </Stack>
  )
}
