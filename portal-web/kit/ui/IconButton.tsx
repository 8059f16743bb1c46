import type { ButtonHTMLAttributes } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import './IconButton.css'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** What it does, for those who do not see the icon. */
  label: string
  icon: IconName
}

/** A button that is an icon; its label is read aloud. */
export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return (
    <button type="button" className="icon-button" {...rest}>
      <Icon name={icon} />
      <span className="visually-hidden">{label}</span>
    </button>
  )
}
