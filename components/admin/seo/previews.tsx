import { searchResult } from '#contract/post-checks.ts'
import { textWidth, truncate } from '#contract/text-width.ts'
import { FilePicture } from '../editor/image-dialog.tsx'

type Part = keyof typeof searchResult

const shorten = (part: Part, text: string) =>
  truncate(text.replace(/\s+/g, ' ').trim(), searchResult[part].fontSize, searchResult[part].maxWidth)

export function PixelWidth({ part, text }: { part: Part; text: string }) {
  const { fontSize, maxWidth } = searchResult[part]
  const pixels = Math.round(textWidth(text.replace(/\s+/g, ' ').trim(), fontSize))
  const isTooLong = pixels > maxWidth
  return (
    <p className="seo-width" data-long={isTooLong}>
      <progress aria-hidden="true" max={maxWidth} value={Math.min(pixels, maxWidth)} />
      {pixels} of {maxWidth} pixels{isTooLong && ', is cut off'}
    </p>
  )
}

interface SearchPreviewProps {
  brand: string
  address: string
  title: string
  description: string
}

export const SearchPreview = ({ brand, address, title, description }: SearchPreviewProps) => (
  <figure aria-label="Search result">
    <figcaption className="seo-caption">Search result</figcaption>
    <div className="seo-result">
      <p className="seo-result-site">{brand}</p>
      <p className="seo-result-address">{address}</p>
      <p className="seo-result-title">{shorten('title', title)}</p>
      <p className="seo-result-description">{shorten('description', description)}</p>
    </div>
  </figure>
)

interface SharePreviewProps {
  host: string
  image: string | File | null
  title: string
  description: string
}

export const SharePreview = ({ host, image, title, description }: SharePreviewProps) => (
  <figure aria-label="Card of networks">
    <figcaption className="seo-caption">Card on Facebook, LinkedIn and X</figcaption>
    <div className="seo-card">
      {image instanceof File ? (
        <FilePicture file={image} alt="" className="seo-card-image" />
      ) : image ? (
        <img src={image} alt="" className="seo-card-image" />
      ) : (
        <p className="seo-card-image seo-card-drawn">A card is drawn from the title.</p>
      )}
      <div className="seo-card-texts">
        <p className="seo-card-host">{host}</p>
        <p className="seo-card-title">{title}</p>
        <p className="seo-card-description">{description}</p>
      </div>
    </div>
  </figure>
)
