import { Button } from '@mui/material'
import { Plus } from 'lucide-react'
import { useCreatePath, useResourceContext } from 'react-admin'
import { Link } from 'react-router'

interface NewButtonProps {
  label: string
  /** Of the page's own list, unless it is said. */
  resource?: string
  /** What the form begins with. */
  state?: object
}

/** The way to a new row. React-admin's own is a round mark on a phone, which has no word and lies on the last card. */
export function NewButton({ label, state, ...props }: NewButtonProps) {
  const resource = useResourceContext(props)
  const createPath = useCreatePath()
  return (
    <Button
      component={Link}
      to={createPath({ resource: resource ?? '', type: 'create' })}
      state={state}
      size="small"
      startIcon={<Plus size={18} aria-hidden="true" />}
    >
      {label}
    </Button>
  )
}
