import PolicyIcon from '@mui/icons-material/Description'
import { lazy } from 'react'
import { PolicyList } from './PolicyList.tsx'

const PolicyShow = lazy(() => import('./PolicyShow.tsx'))
const ToPolicy = lazy(() => import('./ToPolicy.tsx'))

export const policies = {
  name: 'policies',
  icon: PolicyIcon,
  list: PolicyList,
  show: PolicyShow,
  // `/policies/RFL3000102` (spec 3 §2) is where react-admin has the form.
  edit: ToPolicy,
  recordRepresentation: (record: { policyNo?: string }) => record.policyNo ?? '',
}
