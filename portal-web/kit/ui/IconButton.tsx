import type { ButtonHTMLAttributes, ReactNode } from 'react'
import './IconButton.css'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** What it does, for those who do not see the icon. */
  label: string
  icon: ReactNode
}

/** A button that is an icon; its label is read aloud. */
export function IconButton({ label, icon, ...rest }: IconButtonProps) {
  return (
    <button type="button" className="icon-button" {...rest}>
      <span aria-hidden="true">{icon}</span>
      <span className="visually-hidden">{label}</span>
    </button>
  )
}
