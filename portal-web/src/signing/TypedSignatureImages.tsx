import './signing.css'

/** The images of a typed signature. They are hidden from screen readers, which read the text fields instead. */
export const TypedSignatureImages = ({ images }: { images: string[] }) => (
  <div className="sign-typed">
    {images.map((image, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the signature is always first, then the initials
      <img key={index} className="sign-image" src={image} alt="" />
    ))}
  </div>
)
