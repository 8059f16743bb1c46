import { useEffect, useState } from 'react'
import { typedImage } from './typed-image.ts'

/** The transparent dot that stands there before there is a picture. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/** The picture of typed words: what is shown is what `picture` hands on to be stamped. */
export function useTypedImage(words: string, isWanted: boolean) {
  const [made, setMade] = useState({ words: '', image: nothing })
  useEffect(() => {
    if (!isWanted) return
    let isLate = false
    typedImage(words).then(
      (image) => !isLate && setMade({ words, image }),
      // Applying says that this browser cannot.
      () => undefined,
    )
    return () => {
      isLate = true
    }
  }, [words, isWanted])
  return {
    image: made.image,
    picture: () => (made.words === words ? Promise.resolve(made.image) : typedImage(words)),
  }
}
