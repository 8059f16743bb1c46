import { useEffect, useState } from 'react'
import { renderTypedSignature } from './typed-image.ts'

/** A transparent dot, shown until the image is ready. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/**
 * Returns the image of a typed signature for display, and a function `picture` that returns the same image for signing.
 */
export function useTypedSignatureImage(words: string, isWanted: boolean) {
  const [rendered, setRendered] = useState({ words: '', image: nothing })
  useEffect(() => {
    if (!isWanted) return
    let isLate = false
    renderTypedSignature(words).then(
      (image) => !isLate && setRendered({ words, image }),
      // Ignores the failure here, because applying the signature reports it.
      () => undefined,
    )
    return () => {
      isLate = true
    }
  }, [words, isWanted])
  return {
    image: rendered.image,
    picture: () => (rendered.words === words ? Promise.resolve(rendered.image) : renderTypedSignature(words)),
  }
}
