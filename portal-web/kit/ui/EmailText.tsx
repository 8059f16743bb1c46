interface EmailTextProps {
  email: string
  /** Renders a mailto link. */
  isLink?: boolean
}

/** An email address. If it is too long for its line, it breaks after the @. */
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
