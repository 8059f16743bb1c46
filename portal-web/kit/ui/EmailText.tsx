interface EmailTextProps {
  email: string
  /** Writes to it when it is pressed. */
  isLink?: boolean
}

/** An email address. Where it is too long for its line it breaks after its @, not within a word. */
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
