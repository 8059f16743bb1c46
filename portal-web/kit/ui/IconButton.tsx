import type { ButtonHTMLAttributes } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import './IconButton.css'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** Accessible name that describes what the button does. */
  label: string
  icon: IconName
}

/** A button with only an icon. Screen readers announce its label. */
export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return (
    <button type="button" className="icon-button" {...rest}>
      <Icon name={icon} />
      <span className="visually-hidden">{label}</span>
    </button>
  )
}
