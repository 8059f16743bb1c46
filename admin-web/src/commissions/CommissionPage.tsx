import { lazy } from 'react'
import { useParams } from 'react-router'
import { getLastEndedMonth } from './months.ts'

const CommissionShow = lazy(() => import('./Show.tsx'))
const CommissionMonth = lazy(() => import('./CommissionMonthPage.tsx'))

/**
 * The commissions of all agencies for the path `/commissions/month/:month?/:year?`, and a statement for all other
 * paths. `month` takes precedence over a statement id (API-4).
 */
export default function CommissionPage() {
  const { id, '*': rest = '' } = useParams()
  if (id !== 'month') return <CommissionShow />
  const [month = 0, year = 0] = rest.split('/').map(Number)
  const isMonth = Number.isInteger(year) && year >= 2000 && year <= 2100 && month >= 1 && month <= 12
  return <CommissionMonth of={isMonth ? { year, month } : getLastEndedMonth(new Date())} />
}
