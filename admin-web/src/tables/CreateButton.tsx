import { Button } from '@mui/material'
import { Plus } from 'lucide-react'
import { useCreatePath, useResourceContext } from 'react-admin'
import { Link } from 'react-router'

interface NewButtonProps {
  label: string
  /** Defaults to the resource of the page. */
  resource?: string
  /** The initial values of the form. */
  state?: object
}

/**
 * A button for a new row. react-admin's own button on a phone is a floating icon without text that covers the last
 * card.
 */
export function CreateButton({ label, state, ...props }: NewButtonProps) {
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
