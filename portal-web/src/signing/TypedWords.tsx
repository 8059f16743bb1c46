import './signing.css'

/** What is stamped of a typed signature, as it is; its words stand in the fields above for who does not see it. */
export const TypedText = ({ images }: { images: string[] }) => (
  <div className="sign-typed">
    {images.map((image, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the signature is always first, then the initials
      <img key={index} className="sign-image" src={image} alt="" />
    ))}
  </div>
)
