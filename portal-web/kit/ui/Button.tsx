import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, useId } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Spinner } from './Spinner.tsx'
import './Button.css'

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

interface ButtonStyle {
  variant?: ButtonVariant
  block?: boolean
  icon?: ReactNode
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonStyle {
  /** Whether an action is in progress. The button shows `busyLabel`, keeps its width and ignores clicks. */
  busy?: boolean
  /** Label during the action, for example "Paying…". */
  busyLabel?: string
  /** The reason why the button is disabled. The button can still be focused so that users can read the reason. */
  disabledReason?: string | undefined
}

const classes = ({ variant = 'primary', block = false }: ButtonStyle, more = '') =>
  `button button-${variant}${block ? ' button-block' : ''} ${more}`.trim()

/**
 * Keeps the focus in the form field while a button is pressed. Otherwise, validation on blur could move the button
 * before the click is registered.
 */
const keepFormFocus = (event: MouseEvent<HTMLButtonElement>) => {
  if (event.currentTarget.form) event.preventDefault()
}

export function Button(props: ButtonProps) {
  const { variant, block, icon, busy = false, busyLabel, disabledReason, className, children, onClick, ...rest } = props
  const reasonId = useId()
  const isOff = busy || Boolean(disabledReason)
  return (
    <>
      <button
        type="button"
        {...rest}
        className={classes({ ...(variant && { variant }), ...(block && { block }) }, className)}
        aria-busy={busy || undefined}
        aria-disabled={isOff || undefined}
        aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
        onMouseDown={keepFormFocus}
        onClick={(event) => {
          if (isOff) event.preventDefault()
          else onClick?.(event)
        }}
      >
        <span className="button-label" data-hidden={busy || undefined}>
          {icon}
          {children}
        </span>
        {busy && (
          <span className="button-busy">
            <Spinner size="small" />
            <span className={busyLabel ? undefined : 'visually-hidden'}>{busyLabel ?? 'Working…'}</span>
          </span>
        )}
      </button>
      {disabledReason && (
        <span id={reasonId} className="button-reason">
          {disabledReason}
        </span>
      )}
    </>
  )
}

export function ButtonLink({ variant, block, icon, className, children, ...rest }: LinkProps & ButtonStyle) {
  return (
    <Link {...rest} className={classes({ ...(variant && { variant }), ...(block && { block }) }, className)}>
      <span className="button-label">
        {icon}
        {children}
      </span>
    </Link>
  )
}
