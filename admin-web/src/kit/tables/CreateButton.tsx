import { Button } from '@mui/material'
import { Plus } from 'lucide-react'
import { useCreatePath, useResourceContext } from 'react-admin'
import { Link } from 'react-router'

interface NewButtonProps {
  label: string
  /** The resource of the new row. Defaults to the page's resource. */
  resource?: string
  /** The initial values of the form. */
  state?: object
  /** The look of the button. Defaults to the main action of a list. */
  variant?: 'contained' | 'text'
}

/**
 * A button that opens the form for a new row. On phones, it replaces react-admin's floating icon button, which covers
 * the last card.
 */
export function CreateButton({ label, state, variant = 'contained', ...props }: NewButtonProps) {
  const resource = useResourceContext(props)
  const createPath = useCreatePath()
  return (
    <Button
      component={Link}
      to={createPath({ resource: resource ?? '', type: 'create' })}
      state={state}
      variant={variant}
      size="small"
      startIcon={<Plus size={18} aria-hidden="true" />}
    >
      {label}
    </Button>
  )
}
