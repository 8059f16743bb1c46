import PolicyIcon from '@mui/icons-material/Description'
import { lazy } from 'react'
import { PolicyList } from './PolicyList.tsx'

const PolicyShow = lazy(() => import('./PolicyShow.tsx'))

export const policies = {
  name: 'policies',
  icon: PolicyIcon,
  list: PolicyList,
  show: PolicyShow,
  recordRepresentation: (record: { policyNo?: string }) => record.policyNo ?? '',
}
