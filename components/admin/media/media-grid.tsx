import type { MediaItem } from '#contract/media.ts'
import { formatBytes } from '../ui/format.ts'

export const nameOf = ({ name }: MediaItem) => name || 'Image'

export const sizeOf = ({ width, height, bytes }: MediaItem) => `${width} × ${height}, ${formatBytes(bytes)}`

export const widthWithin = ({ width, height }: MediaItem, maxRem: number) =>
  `min(100%, ${width}px, ${((maxRem * width) / height).toFixed(3)}rem)`

export const isUndescribed = ({ alt, decorative }: MediaItem) => alt === '' && !decorative

interface MediaGridProps {
  items: MediaItem[]
  onChoose: (item: MediaItem) => void
}

export const MediaGrid = ({ items, onChoose }: MediaGridProps) => (
  <ul className="media-grid">
    {items.map((item) => (
      <li key={item.id} data-row>
        <button type="button" className="media-card" onClick={() => onChoose(item)}>
          <span className="media-card-picture">
            <img
              src={item.sources[0]?.url}
              width={item.width}
              height={item.height}
              alt=""
              loading="lazy"
              decoding="async"
              style={{ width: `min(100%, 75% * ${item.width / item.height})` }}
            />
          </span>
          <span className="media-card-name">{nameOf(item)}</span>
          <span className="media-card-facts">{sizeOf(item)}</span>
          {(item.uses === 0 || isUndescribed(item)) && (
            <span className="media-card-marks">
              {item.uses === 0 && <span>Unused</span>}
              {isUndescribed(item) && <span>No alternative text</span>}
            </span>
          )}
        </button>
      </li>
    ))}
  </ul>
)
