interface EmailTextProps {
  email: string
  /** Whether to render a mailto link. */
  isLink?: boolean
}

/** An email address. A long address can break only after the @. */
export function EmailText({ email, isLink = false }: EmailTextProps) {
  const at = email.indexOf('@') + 1
  const text = (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
  return isLink ? <a href={`mailto:${email}`}>{text}</a> : text
}
