import { useEffect, useRef } from 'react'
import './Alert.css'
import './ErrorSummary.css'

interface ErrorSummaryProps {
  title?: string
  errors: readonly { field: string; message: string }[]
  /** Called to move the focus to a field. */
  onGo: (field: string) => void
}

/** The list of a form's errors with a link to each field. Takes the focus when it appears. */
export function ErrorSummary({ title = 'Please check what you entered', errors, onGo }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const isShown = errors.length > 0
  useEffect(() => {
    if (isShown) box.current?.focus()
  }, [isShown])
  if (!isShown) return null
  return (
    <div ref={box} className="alert alert-error" role="alert" tabIndex={-1}>
      <div>
        <h2 className="alert-title">{title}</h2>
        <ul className="error-list">
          {errors.map(({ field, message }) => (
            <li key={field}>
              <a
                href={`#${field}`}
                onClick={(event) => {
                  event.preventDefault()
                  onGo(field)
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
