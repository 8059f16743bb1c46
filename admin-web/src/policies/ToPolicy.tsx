import { Navigate, useParams } from 'react-router'

/** Leads from a policy's plain address to its page. */
export default function ToPolicy() {
  const { id = '' } = useParams()
  return <Navigate replace to={`/policies/${encodeURIComponent(id)}/show`} />
}
