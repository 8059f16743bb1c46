import { Button, type ButtonProps, Typography } from '@mui/material'
import { useId } from 'react'

interface ActionButtonProps extends ButtonProps {
  /** The reason why the button is disabled, shown next to it. */
  disabledReason: string | undefined
}

/** A button that states why it is disabled. The reason comes first, so that it does not move the button. */
export function ActionButton({ disabledReason, disabled = false, ...button }: ActionButtonProps) {
  const id = useId()
  return (
    <>
      {disabledReason ? (
        <Typography id={id} variant="body2" color="text.secondary">
          {disabledReason}
        </Typography>
      ) : null}
      <Button
        // Keeps the label on one line next to a long reason, except on phones.
        sx={{ flexShrink: { sm: 0 } }}
        {...button}
        disabled={disabled || disabledReason !== undefined}
        {...(disabledReason && { 'aria-describedby': id })}
      />
    </>
  )
}
